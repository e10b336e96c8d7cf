// Uploads against the real server: limits to the byte, types by content, pictures cleaned, nothing left of what is refused.
import { existsSync, readdirSync, WriteStream } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { FILE, IMAGE, rawUpload, uploadTo, VIDEO } from './upload-call.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ STORAGE_QUOTA_MB: '60' })
})
afterAll(() => server.stop())

const KB = 1024
const left = () => {
  const folder = join(server.app.parts.filesDir, 'tmp')
  return existsSync(folder) ? readdirSync(folder) : []
}
const rows = () =>
  server.sql(async sql => (await sql.first<{ n: number }>('select count(*) as n from stored_file'))?.n ?? 0)
const picture = (width = 40, height = 30, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })
    .toFormat(format)
    .toBuffer()
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })
/** A JPEG of exactly so many bytes: comments in front of the picture fill it up. */
async function jpegOf(bytes: number): Promise<Buffer> {
  const plain = await picture(60, 60, 'jpeg')
  const filled = [plain.subarray(0, 2)]
  for (let missing = bytes - plain.length; missing > 0; ) {
    const size = missing > 65_537 + 4 ? 65_537 : missing
    const segment = Buffer.alloc(size, 0x20)
    segment.writeUInt16BE(0xfffe, 0)
    segment.writeUInt16BE(size - 2, 2)
    filled.push(segment)
    missing -= size
  }
  return Buffer.concat([...filled, plain.subarray(2)])
}
/** A white square of one bit a pixel: 100 megapixels in 12 KB. */
function blankPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const lines = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const mp4 = (bytes: number) => {
  const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  const free = Buffer.alloc(bytes - head.length)
  free.writeUInt32BE(free.length, 0)
  free.write('mdat', 4, 'latin1')
  return Buffer.concat([head, free])
}

test('a disk that is full is told in words; nothing is left of the file, which goes through once there is room', async () => {
  const write = vi.spyOn(WriteStream.prototype, '_write').mockImplementation((_chunk, _encoding, done) => {
    done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  })
  const sent = await jpegOf(2 * KB)
  expect(await uploadTo(server, IMAGE, sent, 'a.jpg')).toMatchObject({ id: 'file.noRoom', field: 'file' })
  expect(write).toHaveBeenCalled()
  write.mockRestore()
  expect(left()).toEqual([])
  expect(await uploadTo(server, IMAGE, sent, 'a.jpg')).toMatchObject({ code: 1 })
})

describe('limits', () => {
  test('a picture of 600 KB is taken, one byte more is not, and the message speaks of 500 KB', async () => {
    expect(await uploadTo(server, IMAGE, await jpegOf(600 * KB), 'a.jpg')).toMatchObject({ code: 1 })
    expect(await uploadTo(server, IMAGE, await jpegOf(600 * KB + 1), 'a.jpg')).toMatchObject({
      code: 1400,
      id: 'file.imageTooLarge',
      field: 'file',
      msg: expect.stringContaining('500 KB'),
    })
  })
  test('a file of 5 MB and a video of 20 MB are taken, one byte more is not', async () => {
    const text = (bytes: number) => Buffer.alloc(bytes, 'a,b\n')
    expect(await uploadTo(server, FILE, text(5 * KB * KB), 'a.csv')).toMatchObject({ code: 1 })
    expect(await uploadTo(server, FILE, text(5 * KB * KB + 1), 'a.csv')).toMatchObject({
      id: 'file.tooLarge',
    })
    expect(await uploadTo(server, VIDEO, mp4(20 * KB * KB), 'a.mp4')).toMatchObject({ code: 1 })
    expect(await uploadTo(server, VIDEO, mp4(20 * KB * KB + 1), 'a.mp4')).toMatchObject({
      id: 'file.videoTooLarge',
    })
  })
  test('25 megapixels are judged before anything is unpacked', async () => {
    const large = blankPng(10_000)
    expect(large.length).toBeLessThan(600 * KB)
    expect(await uploadTo(server, IMAGE, large, 'large.png')).toMatchObject({ id: 'file.tooManyPixels' })
    expect(await uploadTo(server, IMAGE, await picture(5_000, 5_000), 'full.png')).toMatchObject({ code: 1 })
  })
  test('a tenant may store so much, whoever uploads at the same time', async () => {
    const [own] = await Promise.all([server.logIn('stranger')])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => uploadTo(server, VIDEO, mp4(14 * KB * KB), 'a.mp4', { token: own })),
    )
    const codes = answers.map(({ code, id }) => (code === 1 ? 'taken' : id))
    expect(codes.filter(code => code === 'taken')).toHaveLength(4)
    expect(codes.filter(code => code === 'file.quota')).toHaveLength(2)
    const use = await server.call('/api/user/storage/use', { token: own })
    expect(use.data).toMatchObject({ where: 'local', quotaBytes: 60 * KB * KB, usedBytes: 56 * KB * KB + 6 })
  }, 30_000)
})

describe('what is in it counts, not what it is called', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const page = '<!doctype html><script>alert(1)</script>'
  test.each([
    ['SVG', IMAGE, svg, 'a.svg'],
    ['SVG called PNG', IMAGE, svg, 'a.png'],
    ['HTML called JPEG', IMAGE, page, 'a.jpg'],
    ['HTML as a text', FILE, page, 'a.txt'],
    ['SVG as a text', FILE, ` \n${svg}`, 'a.csv'],
    ['a program', FILE, Buffer.from('4d5a90000300000004000000ffff0000b800000000000000', 'hex'), 'a.csv'],
    ['NUL in a text', FILE, 'a,b\n1,\0', 'a.csv'],
    ['a picture as a video', VIDEO, 'GIF89a', 'a.mp4'],
    ['text as a video', VIDEO, 'ftypmp42', 'a.mp4'],
  ])('%s is refused', async (_, path, bytes, name) => {
    expect(await uploadTo(server, path, bytes, name)).toMatchObject({ code: 1400, id: 'file.type' })
  })
  test('a picture that stops in the middle is broken', async () => {
    const whole = await picture(600, 600, 'jpeg')
    expect(await uploadTo(server, IMAGE, whole.subarray(0, 400), 'a.jpg')).toMatchObject({
      id: 'file.broken',
    })
    expect(await uploadTo(server, IMAGE, Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a.png')).toMatchObject({
      code: 1400,
    })
    // Nor does the part that was written before it broke off.
    for (const part of [0.5, 0.9])
      expect(await uploadTo(server, IMAGE, whole.subarray(0, whole.length * part), 'a.jpg')).toMatchObject({
        id: 'file.broken',
      })
    expect(left()).toEqual([])
  })
  test('a video whose boxes lead nowhere is broken', async () => {
    const film = mp4(4_000)
    film.writeUInt32BE(3, 24)
    expect(await uploadTo(server, VIDEO, film, 'a.mp4')).toMatchObject({ id: 'file.broken' })
  })
  test('what hides behind or in a picture does not survive', async () => {
    const tail = Buffer.from('<script>alert(1)</script>PK\x03\x04hidden')
    const turned = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const answer = await uploadTo(server, IMAGE, Buffer.concat([turned, tail]), 'a.png')
    expect(answer.code).toBe(1)
    const stored = Buffer.from(await (await get(String(answer.data))).arrayBuffer())
    const text = stored.toString('latin1')
    for (const trace of ['script', 'hidden', 'secret', 'Exif']) expect(text).not.toContain(trace)
    // Upright now.
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
  })
  test('moving pictures keep moving', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 4, background } })
        .png()
        .toBuffer()
    const gif = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
      .gif()
      .toBuffer()
    const answer = await uploadTo(server, IMAGE, gif, 'a.gif')
    const stored = await sharp(Buffer.from(await (await get(String(answer.data))).arrayBuffer())).metadata()
    expect(stored).toMatchObject({ format: 'gif', pages: 2 })
  })
  test('Chinese texts of older systems are texts', async () => {
    const gbk = Buffer.from('c3fbb3c62cb1e0bac50a', 'hex')
    expect(await uploadTo(server, FILE, gbk, '名称.csv')).toMatchObject({
      code: 1,
      data: { name: '名称.csv', contentType: 'text/csv' },
    })
  })
})

describe('forms that are none', () => {
  test('no file, an empty file, two files, another field, a doubled field', async () => {
    const before = await rows()
    const one = await picture()
    const send = async (form: FormData) =>
      (
        await fetch(`${server.url}${IMAGE}`, {
          method: 'POST',
          headers: { authorization: server.tokens.admin },
          body: form,
        })
      ).json()
    const none = new FormData()
    none.set('note', 'x')
    expect(await send(none)).toMatchObject({ id: 'file.empty' })
    expect(await uploadTo(server, IMAGE, '', 'a.png')).toMatchObject({ id: 'file.empty' })
    const two = new FormData()
    for (const name of ['a', 'b']) two.append('file', new Blob([new Uint8Array(one)]), name)
    expect(await send(two)).toMatchObject({ id: 'file.form' })
    expect(await uploadTo(server, IMAGE, one, 'a.png', { field: 'picture' })).toMatchObject({
      id: 'file.form',
    })
    expect(await uploadTo(server, IMAGE, one, 'a.png', { more: { folder: '../..' } })).toMatchObject({
      id: 'field.unknownKey',
      field: 'folder',
    })
    expect(await server.call(IMAGE, { token: server.tokens.admin, body: { file: 'x' } })).toMatchObject({
      id: 'file.form',
    })
    expect(await rows()).toBe(before)
    expect(left()).toEqual([])
  })
  test('a declared length that is not true cuts nothing off and lets nothing in', async () => {
    const part = ['--x', 'Content-Disposition: form-data; name="file"; filename="a.csv"', '', '']
    const head = (length: number) => [
      `POST ${FILE} HTTP/1.1`,
      'Host: x',
      `Authorization: ${server.tokens.admin}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      'Connection: close',
    ]
    const before = await rows()
    // Less than what follows: the form has no end, and what is left over is no request.
    expect(await rawUpload(server, head(70), [`${part.join('\r\n')}a,b\r\n--x--\r\n`])).not.toContain(
      '"code":1,',
    )
    expect(await rows()).toBe(before)
    expect(left()).toEqual([])
  })
  test('an upload that is cut leaves nothing', async () => {
    const before = await rows()
    const head = [
      `POST ${VIDEO} HTTP/1.1`,
      'Host: x',
      `Authorization: ${server.tokens.admin}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ]
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
    await rawUpload(server, head, [part, mp4(100_000)], { cut: () => left().length > 0 })
    await vi.waitFor(() => expect(left()).toEqual([]), 10_000)
    expect(await rows()).toBe(before)
  })
  test('a name with a path, signs and turns of direction is only a name', async () => {
    const answer = await uploadTo(server, FILE, 'a,b\n', '../../etc/\u202egpj."a\r\n.csv')
    expect(answer.code).toBe(1)
    const { name, url } = answer.data as { name: string; url: string }
    expect(name).not.toMatch(/[/\\\r\n"\u202e]/)
    expect(url).toMatch(/^\/files\/[\w-]{43}$/)
  })
})

describe('who may', () => {
  test('is asked before the first byte of the file', async () => {
    const head = (token: string) => [
      `POST ${VIDEO} HTTP/1.1`,
      'Host: x',
      `Authorization: ${token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 15000000',
    ]
    for (const [token, id] of [
      [server.tokens.visitor, 'forbidden'],
      ['nobody', 'session.ended'],
    ] as const) {
      // The file never comes, and the answer is there all the same.
      const answer = await rawUpload(server, head(token), ['--x\r\n'], { cut: told => told.endsWith('}') })
      expect(answer).toContain(id)
    }
    expect(left()).toEqual([])
  })
})

describe('served', () => {
  let url: string
  beforeAll(async () => {
    url = String((await uploadTo(server, IMAGE, await picture(), 'a"b\r\n.png')).data)
  })
  test('under a name nobody guesses, with headers that let nothing run', async () => {
    const answer = await get(url)
    expect(answer.status).toBe(200)
    const header = (name: string) => answer.headers.get(name)
    expect(header('content-type')).toBe('image/png')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toContain('sandbox')
    expect(header('cache-control')).toMatch(/^private, .*immutable/)
    expect(header('content-disposition')).toMatch(/^inline; filename="[^"\r\n]*"/)
    expect((await get('/files/')).status).toBe(404)
    expect((await get('/files')).status).toBe(404)
    for (const path of [
      '/files/../secrets.json',
      '/files/%2e%2e%2fsecrets.json',
      `${url}x`,
      `/files/${'a'.repeat(43)}`,
    ])
      expect((await get(path)).status, path).toBe(404)
  })
  test('a film in parts, as players ask', async () => {
    const { url: film } = (await uploadTo(server, VIDEO, mp4(2_000), 'a.mp4')).data as { url: string }
    const part = await get(film, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 100-199/2000')
    expect((await part.arrayBuffer()).byteLength).toBe(100)
    expect((await get(film, { range: 'bytes=-50' })).headers.get('content-range')).toBe(
      'bytes 1950-1999/2000',
    )
    expect((await get(film, { range: 'bytes=2000-' })).status).toBe(416)
    expect((await get(film)).headers.get('accept-ranges')).toBe('bytes')
    expect((await get(url, { range: 'bytes=0-1' })).status).toBe(200)
  })
  test('under a name of what it is: no text is downloaded as a program', async () => {
    const kept = async (bytes: string, name: string) =>
      (await uploadTo(server, FILE, bytes, name)).data as { id: number; name: string; url: string }
    const { id, name, url: file } = await kept('@echo off\n', 'run.bat')
    expect(name).toBe('run.bat.txt')
    expect((await kept('a,b\n', 'Table.CSV')).name).toBe('Table.CSV')
    expect((await kept('words\n', 'read me')).name).toBe('read me.txt')
    await server.sql(sql => sql.change(`update stored_file set name = 'run.hta' where id = $1`, [id]))
    expect((await get(file)).headers.get('content-disposition')).toContain('filename="run.hta.txt"')
  })
  test('what is no picture and plays nothing is downloaded', async () => {
    const { url: file } = (await uploadTo(server, FILE, 'a,b\n', 'a.csv')).data as { url: string }
    expect((await get(file)).headers.get('content-disposition')).toMatch(/^attachment/)
  })
  test('removed it is gone, taken back it is there', async () => {
    const { id, url: film } = (await uploadTo(server, VIDEO, mp4(2_000), 'a.mp4')).data as {
      id: number
      url: string
    }
    const order = (verb: string, token = server.tokens.admin) =>
      server.call(`/api/user/storedFile/${verb}`, { token, body: { ids: [id] } })
    expect((await order('remove', server.tokens.stranger)).data).toMatchObject({ results: [{ ok: false }] })
    expect((await order('remove')).data).toMatchObject({ results: [{ ok: true }] })
    expect((await get(film)).status).toBe(404)
    expect((await order('restore')).data).toMatchObject({ results: [{ ok: true }] })
    expect((await get(film)).status).toBe(200)
  })
})
