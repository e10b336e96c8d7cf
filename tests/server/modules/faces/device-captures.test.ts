// Captures that devices send by themselves: with the token of their secret, kept once, told to people and not to the device;
// and samples that are looked at once there is an engine.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashDeviceSecret } from '../../../../server/device-secret.ts'
import { checkSamples } from '../../../../server/modules/faces/sample-checks.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { faceDuty } from '../../../../src/domain/face/duties.ts'
import { drawnFace } from '../../../fakes/drawn-face.ts'
import type { Drawn } from '../../../fakes/face-engine.ts'
import { startServer, type TestServer } from '../../start.ts'
import { uploadTo } from '../files/upload-call.ts'

const SECRET = 'a secret of a camera at the gate'
const program = join(import.meta.dirname, '../../../fakes/face-engine.ts')

let server: TestServer
let token: string
let libraryId: number

const post = async (path: string, body: object = {}, as = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token: as, body })
const get = async (path: string, query: Record<string, string> = {}) =>
  server.call(`/api/user/${path}`, { token: server.tokens.admin, query })

beforeAll(async () => {
  server = await startServer({ FACE_ENGINE_DIR: import.meta.dirname, FACE_ENGINE_PROGRAM: program })
  const hash = await hashDeviceSecret(SECRET)
  await server.sql(sql =>
    sql.change(`update device set secret_hash = $2, install_location = '东门' where id = $1`, [
      server.here.deviceId,
      hash,
    ]),
  )
  token = await tokenOf()
  await post('face/turnOn', { duties: [...faceDuty.options] })
  const library = await post('faceLibrary/save', {
    name: '员工',
    qualityThreshold: 50,
    intraThreshold: 45,
    interThreshold: 58,
  })
  libraryId = (library.data as { id: number }).id
})
afterAll(() => server.stop())

async function tokenOf(): Promise<string> {
  const { data } = await server.call('/api/user/recorder/token', {
    body: { imei: server.here.imei, secret: SECRET },
  })
  return (data as { token: string }).token
}

async function send(
  bytes: Buffer | string,
  { as = token, query = '', type = 'image/png' }: { as?: string; query?: string; type?: string } = {},
): Promise<{ status: number; [key: string]: unknown }> {
  const response = await fetch(`${server.url}/recorder/captures${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': type },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  })
  const answer = (await response.json()) as object
  return { status: response.status, ...answer }
}

const idOf = (answer: { [key: string]: unknown }): number => {
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0, data: { id: expect.any(Number) } })
  return (answer.data as { id: number }).id
}
const capture = async (id: number) => (await get('faceCapture/get', { id: String(id) })).data

async function enrolled(drawn: Drawn, personName: string): Promise<number> {
  const picture = await uploadTo(server, '/api/user/face/uploadFaceImg', await drawnFace(drawn), 'a.png')
  const saved = await post('faceSample/save', {
    libraryId,
    personName,
    picture: picture.data,
    birthDate: '1990-05-01',
    consentPurpose: '门禁',
    consentAt: Date.now() - DAY_MS,
    expiresAt: Date.now() + 300 * DAY_MS,
  })
  expect(saved, JSON.stringify(saved)).toMatchObject({ code: 0 })
  return (saved.data as { id: number }).id
}

const kept = async (): Promise<number> => {
  const row = await server.sql(sql =>
    sql.first<{ n: number }>('select count(*) as n from face_picture where tenant_id = $1', [
      server.here.tenantId,
    ]),
  )
  return row?.n ?? 0
}

describe('a device sends a capture', () => {
  test('it is compared and waits for a person; the device learns that it is here and nothing more', async () => {
    const sampleId = await enrolled({ person: 3 }, '何知夏')
    const answer = await send(await drawnFace({ person: 3, apart: 2 }), {
      query: `?at=1700000000000&place=${encodeURIComponent('北门 2')}`,
    })
    expect(Object.keys(answer.data as object)).toEqual(['id'])
    const id = idOf(answer)
    expect(await capture(id)).toMatchObject({
      state: 'suggested',
      sampleId,
      personName: '何知夏',
      similarity: 80,
      deviceId: server.here.deviceId,
      place: '北门 2',
      at: 1_700_000_000_000,
    })
    const written = await server.sql(sql =>
      sql.first<{ user_id: number | null; user_name: string; detail: object }>(
        `select user_id, user_name, detail from audit where action = 'face.search' and row_id = $1`,
        [id],
      ),
    )
    expect(written).toMatchObject({
      user_id: null,
      user_name: server.here.imei,
      detail: { compared: 1, similarity: 80 },
    })
    expect((await post('faceCapture/confirm', { ids: [id] })).data).toMatchObject({ results: [{ ok: true }] })
  })
  test('without a place it is taken where the device stands, and no clock of a device makes tomorrow', async () => {
    const id = idOf(await send(await drawnFace({ person: 4 }), { query: `?at=${Date.now() + DAY_MS}` }))
    const row = (await capture(id)) as { at: number; place: string; state: string }
    expect(row).toMatchObject({ place: '东门', state: 'unknown' })
    expect(row.at).toBeLessThanOrEqual(Date.now())
  })
  test('sent again because no answer came, it is the one that is here', async () => {
    const bytes = await drawnFace({ person: 5 })
    const first = idOf(await send(bytes, { query: '?at=1700000001000' }))
    const before = await kept()
    expect(idOf(await send(bytes, { query: '?at=1700000001000' }))).toBe(first)
    expect(await kept()).toBe(before)
    // Another moment is another capture.
    expect(idOf(await send(bytes, { query: '?at=1700000002000' }))).not.toBe(first)
  })
  test('whoever looks at the captures hears of it; another department and tenant do not', async () => {
    const heard: object[] = []
    const stop = server.app.parts.bus.on('rows.changed', event => void heard.push(event))
    const id = idOf(await send(await drawnFace({ person: 6 })))
    stop()
    expect(heard).toEqual([
      {
        tenantId: server.here.tenantId,
        departmentId: server.here.departmentId,
        entity: 'faceCapture',
        rows: [{ id, version: 1 }],
      },
    ])
  })
  test.each<[string, Drawn, string]>([
    ['no face', { person: 1, faces: 0 }, 'face.none'],
    ['two faces', { person: 1, faces: 2 }, 'face.several'],
    ['a face of 60 pixels', { person: 1, does: 'small' }, 'face.small'],
    ['an engine that dies', { person: 1, does: 'die' }, 'face.engineFailed'],
  ])('%s: refused in words, and nothing is kept', async (_, drawn, id) => {
    const before = await kept()
    expect(await send(await drawnFace(drawn))).toMatchObject({ id })
    expect(await kept()).toBe(before)
  })
  test('what is no picture, too large or no time is refused', async () => {
    const before = await kept()
    expect(await send('a face')).toMatchObject({ id: 'file.type' })
    expect(await send('', {})).toMatchObject({ code: expect.any(Number), id: expect.any(String) })
    expect(await send(Buffer.alloc(3 * 1024 * 1024))).toMatchObject({ id: 'file.tooLarge' })
    expect(await send(await drawnFace({ person: 1 }), { query: '?at=noon' })).toMatchObject({ field: 'at' })
    expect(await send(await drawnFace({ person: 1 }), { query: `?place=${'x'.repeat(500)}` })).toMatchObject({
      field: 'place',
    })
    expect((await send('{}', { type: 'application/json' })).code).not.toBe(0)
    expect(await kept()).toBe(before)
  })
  test('without its own good token nothing is taken', async () => {
    const picture = await drawnFace({ person: 3 })
    const [id, until, seal] = token.split('.')
    for (const as of [
      '',
      'x',
      server.tokens.admin,
      `${server.here.otherDeviceId}.${until}.${seal}`,
      `${id}.${Number(until) + 1}.${seal}`,
    ])
      expect(await send(picture, { as })).toMatchObject({ id: 'session.ended' })
  })
})

describe('samples of a time without an engine', () => {
  /** As they are where none was there. */
  const forget = (sampleId: number) =>
    server.sql(async sql => {
      await sql.change(
        `update face_picture set model = null, embedding = null, quality = null, face_size = null, sharpness = null,
           brightness = null where id = (select picture_id from face_sample where id = $1)`,
        [sampleId],
      )
      await sql.change('update face_setting set revision = revision + 1 where tenant_id = $1', [
        server.here.tenantId,
      ])
    })
  const pictureOf = async (sampleId: number) => {
    const row = await server.sql(sql =>
      sql.first<{ key: string; model: string | null; embedding: Buffer | null }>(
        `select p.key, p.model, p.embedding from face_picture p join face_sample s on s.picture_id = p.id
         where s.id = $1`,
        [sampleId],
      ),
    )
    if (!row) throw new Error('There is no such sample')
    return row
  }
  /** Its picture turns out to be another than was thought. */
  const showInstead = async (sampleId: number, drawn: Drawn) => {
    const { key } = await pictureOf(sampleId)
    await writeFile(join(server.app.parts.filesDir, 'faces', key.slice(0, 2), key), await drawnFace(drawn))
  }
  const sample = async (id: number) => (await get('faceSample/get', { id: String(id) })).data
  const check = () => checkSamples({ ...server.app.parts.faces, data: server.app.parts.data })

  test('are looked at once there is one, and found from then on', async () => {
    const id = await enrolled({ person: 20 }, '林小满')
    await forget(id)
    expect(await sample(id)).toMatchObject({ check: 'unchecked', quality: null, flaw: null })
    const { data } = await uploadTo(
      server,
      '/api/user/faceCapture/upload',
      await drawnFace({ person: 20 }),
      'g.png',
    )
    expect(data).toMatchObject({ state: 'unknown' })
    expect(await check()).toBe(1)
    expect(await sample(id)).toMatchObject({ check: 'checked', quality: expect.any(Number), flaw: null })
    const found = await uploadTo(
      server,
      '/api/user/faceCapture/upload',
      await drawnFace({ person: 20 }),
      'g.png',
    )
    expect(found.data).toMatchObject({ state: 'suggested', similarity: 100 })
    // What was looked at is not looked at again.
    expect(await check()).toBe(0)
    const told = await server.sql(sql =>
      sql.first<{ detail: object }>(
        `select detail from audit where action = 'faceSample.check' and row_id = $1 and user_id is null`,
        [id],
      ),
    )
    expect(told?.detail).toEqual({ flaw: null })
  })
  test('one that shows two says so, is compared with nothing, and is good again with another picture', async () => {
    const id = await enrolled({ person: 21 }, '陆远舟')
    await forget(id)
    await showInstead(id, { person: 21, faces: 2 })
    expect(await check()).toBe(1)
    expect(await sample(id)).toMatchObject({ check: 'unusable', flaw: 'face.several' })
    expect(await check()).toBe(0)
    const { data } = await get('faceSample/page', { check: 'unusable' })
    expect(data).toMatchObject({ total: 1 })
    const picture = await uploadTo(
      server,
      '/api/user/face/uploadFaceImg',
      await drawnFace({ person: 21 }),
      'b.png',
    )
    const before = (await sample(id)) as Record<string, unknown>
    const saved = await post('faceSample/save', {
      ...Object.fromEntries(
        [
          'id',
          'version',
          'libraryId',
          'personName',
          'birthDate',
          'consentPurpose',
          'consentAt',
          'expiresAt',
        ].map(field => [field, before[field]]),
      ),
      picture: picture.data,
    })
    expect(saved, JSON.stringify(saved)).toMatchObject({ code: 0 })
    expect(await sample(id)).toMatchObject({ check: 'checked', flaw: null })
  })
  test('one like somebody else in the library is not compared either', async () => {
    await enrolled({ person: 22 }, '顾青禾')
    const other = await enrolled({ person: 23 }, '另一人')
    await forget(other)
    await showInstead(other, { person: 22 })
    expect(await check()).toBe(1)
    expect(await sample(other)).toMatchObject({
      check: 'unusable',
      flaw: 'face.otherPerson',
      quality: expect.any(Number),
    })
    expect(await pictureOf(other)).toMatchObject({ embedding: null })
  })
  test('those of another engine are looked at by this one', async () => {
    const id = await enrolled({ person: 24 }, '换了引擎')
    await server.sql(sql =>
      sql.change(
        `update face_picture set model = 'older 1' where id = (select picture_id from face_sample where id = $1)`,
        [id],
      ),
    )
    expect(await check()).toBe(1)
    expect(await pictureOf(id)).toMatchObject({ model: 'fake 1' })
  })
  test('an engine that fails at one is no reason to leave the others', async () => {
    const [bad, good] = [await enrolled({ person: 25 }, '坏'), await enrolled({ person: 26 }, '好')]
    await forget(bad)
    await forget(good)
    await showInstead(bad, { person: 25, does: 'die' })
    expect(await check()).toBe(1)
    expect(await sample(bad)).toMatchObject({ check: 'unchecked', flaw: null })
    expect(await sample(good)).toMatchObject({ check: 'checked' })
    await post('faceSample/erase', { ids: [bad] })
  })
  test('where faces are off nothing is looked at', async () => {
    const id = await enrolled({ person: 27 }, '关了')
    await forget(id)
    await post('face/turnOff')
    expect(await check()).toBe(0)
    expect(await send(await drawnFace({ person: 27 }))).toMatchObject({ id: 'face.off' })
    await post('face/turnOn', { duties: [...faceDuty.options] })
    await vi.waitFor(async () => {
      await check()
      expect(await sample(id)).toMatchObject({ check: 'checked' })
    })
  })
})
