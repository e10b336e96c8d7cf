// Files in an object storage: signed, whole, asked again when it stumbles; uploads, exports and imports go through it.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Storage } from '../../../../server/modules/files/s3-storage.ts'
import { type ObjectStorage, startObjectStorage } from '../../../fakes/object-storage.ts'
import { startServer, type TestServer } from '../../start.ts'
import { csv, importer } from '../tasks/sheets.ts'
import { IMAGE, uploadTo } from './upload-call.ts'

let fake: ObjectStorage
let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-s3-'))
beforeAll(async () => {
  fake = await startObjectStorage()
  const { endpoint, bucket, region, key, secret } = fake.settings
  server = await startServer({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_KEY: key,
    S3_SECRET: secret,
  })
})
afterAll(async () => {
  await server.stop()
  await fake.stop()
  rmSync(folder, { recursive: true })
})

const fileOf = (text: string) => {
  const path = join(folder, `file-${readdirSync(folder).length}`)
  writeFileSync(path, text)
  return { path, bytes: Buffer.byteLength(text), type: 'text/plain' }
}
const read = async (
  storage: ReturnType<typeof s3Storage>,
  key: string,
  range?: { start: number; end: number },
) => {
  const stream = await storage.open(key, range)
  return stream && (await buffer(stream)).toString()
}

test('what is put comes back, whole or in part, until it is removed', async () => {
  const storage = s3Storage(fake.settings, { pauseMs: 1 })
  await storage.put('uploads/ab/one', fileOf('0123456789'))
  expect(fake.objects.get('gatehouse-test/uploads/ab/one')).toMatchObject({ type: 'text/plain' })
  expect(await read(storage, 'uploads/ab/one')).toBe('0123456789')
  expect(await read(storage, 'uploads/ab/one', { start: 2, end: 4 })).toBe('234')
  await storage.remove('uploads/ab/one')
  await storage.remove('uploads/ab/one')
  expect(await read(storage, 'uploads/ab/one')).toBeUndefined()
  expect(fake.refused).toEqual([])
})

test('a storage that stumbles is asked again, with the whole body; one that stays down is an error', async () => {
  const storage = s3Storage(fake.settings, { pauseMs: 1 })
  fake.stumble(2)
  await storage.put('again', fileOf('twice'))
  expect(await read(storage, 'again')).toBe('twice')
  fake.stumble(10)
  await expect(storage.put('never', fileOf('x'))).rejects.toThrow('503')
  fake.stumble(0)
  await expect(
    s3Storage({ ...fake.settings, secret: 'wrong' }, { pauseMs: 1 }).open('again'),
  ).rejects.toThrow('403')
  await expect(
    s3Storage({ ...fake.settings, endpoint: 'http://127.0.0.1:1' }, { pauseMs: 1 }).open('again'),
  ).rejects.toThrow()
  fake.refused.length = 0
})

test('a storage that sends elsewhere is not followed', async () => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const endpoint = await new Promise<string>(resolve => {
    elsewhere.listen(0, '127.0.0.1', () => {
      const address = elsewhere.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })
  const storage = s3Storage({ ...fake.settings, endpoint }, { pauseMs: 1 })
  await expect(storage.open('uploads/ab/one')).rejects.toThrow()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).not.toContain('/elsewhere')
  elsewhere.close()
})

test('what is large goes in parts, each of which is sent again alone; one that cannot be ended leaves nothing', async () => {
  const storage = s3Storage(fake.settings, { pauseMs: 1, partBytes: 4 })
  fake.stumble(1)
  const calls = fake.calls
  await storage.put('large', fileOf('0123456789'))
  expect(await read(storage, 'large')).toBe('0123456789')
  expect(fake.objects.get('gatehouse-test/large')).toMatchObject({ type: 'text/plain' })
  // The beginning (stumbled over once), three parts, the end; and the reading.
  expect(fake.calls - calls).toBe(2 + 3 + 1 + 1)
  expect(fake.openSendings()).toBe(0)
  const lost = fileOf('0123456789')
  const begun = storage.put('lost', lost)
  while (fake.openSendings() === 0) await new Promise(resolve => setTimeout(resolve, 1))
  fake.stumble(4)
  await expect(begun).rejects.toThrow('503')
  expect(fake.openSendings()).toBe(0)
  expect(fake.objects.has('gatehouse-test/lost')).toBe(false)
  expect(existsSync(lost.path)).toBe(true)
  expect(fake.refused).toEqual([])
})

test('a storage that is full is told in words; nothing is kept, and the same file goes through once there is room', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const files = () => server.sql(sql => sql.query('select id from stored_file'))
  const before = await files()
  fake.stumble(4)
  expect(await uploadTo(server, IMAGE, picture, 'full.png')).toMatchObject({
    ...{ id: 'file.noRoom', field: 'file', msg: expect.stringContaining('not kept') },
  })
  expect(await files()).toEqual(before)
  expect(readdirSync(join(server.app.parts.filesDir, 'tmp'))).toEqual([])
  expect(await uploadTo(server, IMAGE, picture, 'full.png')).toMatchObject({ code: 1 })
})

test('uploads, exports and imports go through it, and nothing stays on the disk', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { data } = await uploadTo(server, IMAGE, picture, 'a.png')
  expect((await fetch(`${server.url}${data}`)).status).toBe(200)
  const sheets = importer(server)
  const imei = '864000000000099'
  const task = await sheets.run(
    csv([
      ['IMEI', '名称', '类别'],
      [imei, 'from afar', String(server.here.categoryId)],
    ]),
  )
  expect(task).toMatchObject({ state: 'done', failedRows: 0 })
  const start = await server.call('/api/device/device/export', {
    token: server.tokens.admin,
    body: { format: 'csv', columns: [{ of: 'imei', label: 'IMEI' }], zone: 'UTC' },
  })
  const { taskId } = start.data as { taskId: number }
  await sheets.ended(taskId)
  const file = await fetch(`${server.url}/api/message/task/file?id=${taskId}`, {
    headers: { authorization: server.tokens.admin },
  })
  expect(await file.text()).toContain(imei)
  expect(fake.refused).toEqual([])
  expect(readdirSync(server.app.parts.filesDir)).toEqual(['recordings', 'segments', 'tmp'])
  expect(readdirSync(join(server.app.parts.filesDir, 'tmp'))).toEqual([])
  const use = await server.call('/api/user/storage/use', { token: server.tokens.admin })
  expect(use.data).toMatchObject({ where: 's3', bucket: 'gatehouse-test', freeBytes: null })
})
