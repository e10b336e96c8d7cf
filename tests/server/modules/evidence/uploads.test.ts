// Large videos in parts against the real server: in any order, once and twice, damaged, abandoned, too much of them.
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashDeviceSecret } from '../../../../server/device-secret.ts'
import { createStaging } from '../../../../server/modules/evidence/staging.ts'
import { sweepPartUploads } from '../../../../server/modules/evidence/sweep.ts'
import type { PartUpload } from '../../../../src/contract/endpoints/part-upload.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { MOST_RECORDING_BYTES, PART_BYTES } from '../../../../src/domain/recordings/part-upload.ts'
import { smallVideo } from '../../../fakes/small-video.ts'
import { type Answer, startServer, type TestServer } from '../../start.ts'
import { uploadTo } from '../files/upload-call.ts'

const PATH = '/api/user/recording/upload'
const FREE = 100 * 1024 ** 3
let free = FREE
let server: TestServer
beforeAll(async () => {
  server = await startServer({ RECORDING_QUOTA_MB: '200' }, { freeBytes: async () => free })
  const hash = await hashDeviceSecret(SECRET)
  await server.sql(sql =>
    sql.change('update device set secret_hash = $2, wearer_name = $3 where imei = $1', [
      server.here.imei,
      hash,
      '周巡',
    ]),
  )
})
afterAll(() => server.stop())

const SECRET = 'a secret of a recorder'
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const partOf = (bytes: Buffer, part: number) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
const video = (bytes = 2 * PART_BYTES + 1000) => smallVideo({ bytes })

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`${PATH}/${path}`, { token, body })
const upload = ({ data }: Answer) => data as PartUpload
const begin = async (bytes: Buffer, more: object = {}, token = server.tokens.admin) =>
  upload(await post('begin', { name: 'walk.mp4', bytes: bytes.length, ...more }, token))
const send = (
  id: number,
  part: number,
  bytes: Uint8Array,
  { sha256 = digest(bytes), token = server.tokens.admin } = {},
) =>
  uploadTo(server, `${PATH}/part`, bytes, 'part', {
    token,
    more: { id: String(id), part: String(part), sha256 },
  })
const own = async (id: number, token = server.tokens.admin) => {
  const { data } = await server.call('/api/user/recording/uploads', { token })
  return (data as PartUpload[]).find(each => each.id === id)
}
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const found = await own(id)
      expect(found?.state).not.toBe('checking')
      return found
    },
    { timeout: 15_000, interval: 50 },
  )
const staged = () => {
  const folder = join(server.app.parts.filesDir, 'parts')
  return existsSync(folder) ? readdirSync(folder) : []
}
const keyOf = (id: number) =>
  server.sql(
    async sql =>
      (await sql.first<{ key: string }>('select key from part_upload where id = $1', [id]))?.key ?? '',
  )

async function whole(bytes: Buffer, more: object = {}) {
  const { id } = await begin(bytes, more)
  for (let part = 0; part * PART_BYTES < bytes.length; part++) await send(id, part, partOf(bytes, part))
  await post('finish', { id, sha256: digest(bytes) })
  return ended(id)
}

describe('what arrives whole', () => {
  test('becomes a recording, whatever the order of its parts, with place and time as the file says', async () => {
    const takenAt = Date.UTC(2026, 4, 1, 8, 30)
    const bytes = smallVideo({
      bytes: 2 * PART_BYTES + 5,
      durationS: 90,
      takenAt,
      place: '+31.2304+121.4737/',
    })
    const { id, partBytes } = await begin(bytes, { deviceId: server.here.deviceId, note: 'gate' })
    expect(partBytes).toBe(PART_BYTES)
    for (const part of [2, 0, 1])
      expect(await send(id, part, partOf(bytes, part))).toMatchObject({ code: 1, data: { part } })
    expect((await own(id))?.parts.map(({ part }) => part)).toEqual([0, 1, 2])
    expect(upload(await post('finish', { id, sha256: digest(bytes) }))).toMatchObject({ state: 'checking' })
    const done = await ended(id)
    expect(done).toMatchObject({ state: 'done', problem: null })
    const row = await server.sql(sql =>
      sql.first(
        'select r.*, f.kind, f.content_type, f.bytes as stored, f.key, t.duration_ms from recording r join recording_track t on t.recording_id = r.id join stored_file f on f.id = t.file_id where r.id = $1',
        [done?.recordingId],
      ),
    )
    expect(row).toMatchObject({
      name: 'walk.mp4',
      source: 'bodyWorn',
      type: 'local',
      state: 'ready',
      started_at: takenAt,
      ended_at: takenAt + 90_000,
      duration_ms: 90_000,
      latitude: 31.2304,
      longitude: 121.4737,
      device_id: server.here.deviceId,
      note: 'gate',
      sha256: digest(bytes),
      bytes: bytes.length,
      stored: bytes.length,
      content_type: 'video/mp4',
      user_name: 'Name of admin',
    })
    const key = String(row?.key)
    const kept = await server.app.parts.storages.now.open(`uploads/${key.slice(0, 2)}/${key}`)
    expect(kept && digest(await buffer(kept))).toBe(digest(bytes))
    expect(row?.kind).toBe('recording')
    // It is for who may play it, not for who knows its name.
    expect((await fetch(`${server.url}/files/${key}`)).status).toBe(404)
    expect(staged()).toEqual([])
    const audits = await server.sql(sql =>
      sql.query(`select action from audit where action like 'recording.upload%' order by id`),
    )
    expect(audits.map(({ action }) => action)).toEqual(['recording.upload', 'recording.uploaded'])
  })

  test('what is said beforehand goes before what the file says; a clock that is ahead is not believed', async () => {
    const bytes = smallVideo({ bytes: 5000, takenAt: Date.now() + DAY_MS })
    const startedAt = async (id: number | null | undefined) =>
      (
        await server.sql(sql =>
          sql.first<{ started_at: number }>('select started_at from recording where id = $1', [id]),
        )
      )?.started_at
    expect(await startedAt((await whole(bytes, { takenAt: 1_700_000_000_000 }))?.recordingId)).toBe(
      1_700_000_000_000,
    )
    const before = Date.now()
    expect(
      await startedAt((await whole(video(6000), { takenAt: before + DAY_MS }))?.recordingId),
    ).toBeLessThanOrEqual(Date.now())
    expect(await startedAt((await whole(bytes))?.recordingId)).toBeGreaterThanOrEqual(before)
  })

  test('a part that comes twice is stored once; a finish that comes twice is checked once', async () => {
    const bytes = video()
    const { id } = await begin(bytes)
    const same = [0, 1, 2, 1, 1].map(part => send(id, part, partOf(bytes, part)))
    expect((await Promise.all(same)).map(({ code }) => code)).toEqual([1, 1, 1, 1, 1])
    const finish = () => post('finish', { id, sha256: digest(bytes) })
    await Promise.all([finish(), finish()])
    expect(await ended(id)).toMatchObject({ state: 'done' })
    await finish()
    const rows = await server.sql(sql =>
      sql.query('select id from recording where sha256 = $1', [digest(bytes)]),
    )
    expect(rows).toHaveLength(1)
  })
})

describe('a part is refused', () => {
  test('with a wrong digest, length, number or upload; what is there stays', async () => {
    const bytes = video()
    const { id } = await begin(bytes)
    await send(id, 0, partOf(bytes, 0))
    expect(await send(id, 1, partOf(bytes, 1), { sha256: digest(bytes) })).toMatchObject({
      id: 'upload.partDigest',
    })
    expect(await send(id, 1, partOf(bytes, 1).subarray(1))).toMatchObject({
      id: 'upload.partLength',
      params: { bytes: PART_BYTES },
    })
    expect(await send(id, 2, partOf(bytes, 1))).toMatchObject({
      id: 'upload.partLength',
      params: { bytes: 1000 },
    })
    expect(await send(id, 3, partOf(bytes, 1))).toMatchObject({ id: 'field.tooBig' })
    expect(await send(id, 0, partOf(bytes, 1))).toMatchObject({ id: 'upload.partDiffers' })
    expect(await send(999_999, 0, partOf(bytes, 0))).toMatchObject({ id: 'row.unknown' })
    expect(await send(id, 1, partOf(bytes, 1), { sha256: 'no digest' })).toMatchObject({ id: 'field.format' })
    expect(await send(id, -1, partOf(bytes, 1))).toMatchObject({ id: 'field.type' })
    expect((await own(id))?.parts).toEqual([{ part: 0, sha256: digest(partOf(bytes, 0)) }])
  })

  test('when the disk is full: it is not noted, and comes once there is room', async () => {
    const bytes = video()
    const { id } = await begin(bytes)
    const path = join(server.app.parts.filesDir, 'parts', await keyOf(id))
    symlinkSync('/dev/full', path)
    expect(await send(id, 0, partOf(bytes, 0))).toMatchObject({ id: 'upload.noRoom' })
    expect((await own(id))?.parts).toEqual([])
    unlinkSync(path)
    expect(await send(id, 0, partOf(bytes, 0))).toMatchObject({ code: 1 })
  })
})

describe('an upload is refused', () => {
  test('when it is too large, or nothing', async () => {
    expect(await post('begin', { name: 'a.mp4', bytes: MOST_RECORDING_BYTES + 1 })).toMatchObject({
      id: 'upload.tooLarge',
    })
    expect(await post('begin', { name: 'a.mp4', bytes: 0 })).toMatchObject({ id: 'field.tooSmall' })
    expect(await post('begin', { name: ' ', bytes: 1 })).toMatchObject({ id: 'field.required' })
  })

  test('when the tenant may store no more, what is promised to others counted', async () => {
    const left = 120 * 1024 * 1024
    const { id } = upload(await post('begin', { name: 'a.mp4', bytes: left }))
    expect(await post('begin', { name: 'b.mp4', bytes: left })).toMatchObject({ id: 'file.quota' })
    await post('drop', { id })
    const again = await post('begin', { name: 'b.mp4', bytes: left })
    expect(again).toMatchObject({ code: 0 })
    await post('drop', { id: upload(again).id })
  })

  test('when the disk of the server could not take it', async () => {
    free = 600 * 1024 * 1024
    expect(await post('begin', { name: 'a.mp4', bytes: 150 * 1024 * 1024 })).toMatchObject({
      id: 'upload.noRoom',
    })
    free = FREE
  })

  test('when twenty of the same person are not finished', async () => {
    const token = await server.logIn('admin')
    const before = (
      (await server.call('/api/user/recording/uploads', { token })).data as PartUpload[]
    ).filter(({ state }) => state === 'open')
    const made: number[] = []
    for (let count = before.length; count < 20; count++) made.push((await begin(video(1000 + count))).id)
    expect(await post('begin', { name: 'x.mp4', bytes: 1000 })).toMatchObject({
      id: 'upload.tooMany',
      params: { max: 20 },
    })
    for (const id of made) await post('drop', { id })
  })

  test('about a device that is not theirs to see', async () => {
    for (const deviceId of [server.there.deviceId, 999_999])
      expect(await post('begin', { name: 'a.mp4', bytes: 1000, deviceId })).toMatchObject({
        id: 'field.reference',
        field: 'deviceId',
      })
  })
})

describe('the whole', () => {
  test('is not ended while parts are missing', async () => {
    const bytes = video()
    const { id } = await begin(bytes)
    await send(id, 1, partOf(bytes, 1))
    expect(await post('finish', { id, sha256: digest(bytes) })).toMatchObject({
      id: 'upload.missing',
      params: { count: 2 },
    })
  })

  test('with another digest stays open; parts that the disk has lost come once more, and only those', async () => {
    const bytes = video()
    const { id } = await begin(bytes)
    for (const part of [0, 1, 2]) await send(id, part, partOf(bytes, part))
    await post('finish', { id, sha256: digest(Buffer.from('another')) })
    expect(await ended(id)).toMatchObject({ state: 'open', problem: 'upload.digest', parts: { length: 3 } })
    truncateSync(join(server.app.parts.filesDir, 'parts', await keyOf(id)), PART_BYTES + 10)
    await post('finish', { id, sha256: digest(bytes) })
    const damaged = await ended(id)
    expect(damaged).toMatchObject({ state: 'open', problem: 'upload.digest' })
    expect(damaged?.parts.map(({ part }) => part)).toEqual([0])
    for (const part of [1, 2]) await send(id, part, partOf(bytes, part))
    await post('finish', { id, sha256: digest(bytes) })
    expect(await ended(id)).toMatchObject({ state: 'done' })
  })

  test('that is no video is refused for good and leaves nothing', async () => {
    const bytes = Buffer.from('#!/bin/sh\nrm -rf /\n'.repeat(50))
    const failed = await whole(bytes)
    expect(failed).toMatchObject({ state: 'failed', problem: 'file.type' })
    expect(await send(failed?.id ?? 0, 0, bytes)).toMatchObject({ code: 1 })
    const broken = Buffer.concat([
      video(4000).subarray(0, 24),
      Buffer.from([0, 0, 0, 2, 1, 1, 1, 1]),
      Buffer.alloc(500),
    ])
    expect(await whole(broken)).toMatchObject({ state: 'failed', problem: 'file.broken' })
  })
})

test('given up it is gone, with its bytes; what nobody continues for a week is given up', async () => {
  const bytes = video()
  const { id } = await begin(bytes)
  await send(id, 0, bytes.subarray(0, PART_BYTES))
  const key = await keyOf(id)
  expect(staged()).toContain(key)
  expect(await post('drop', { id })).toMatchObject({ code: 0 })
  expect(staged()).not.toContain(key)
  expect(await post('drop', { id })).toMatchObject({ id: 'row.unknown' })

  const { id: second } = await begin(bytes)
  await send(second, 0, bytes.subarray(0, PART_BYTES))
  const other = await keyOf(second)
  const folder = join(server.app.parts.filesDir, 'parts')
  const stray = join(folder, 'x'.repeat(43))
  writeFileSync(stray, 'left by a server that was killed')
  const long = (Date.now() - 8 * DAY_MS) / 1000
  utimesSync(stray, long, long)
  const staging = createStaging(server.app.parts.filesDir)
  await sweepPartUploads({ data: server.app.parts.data, staging }, Date.now())
  expect(staged()).toContain(other)
  expect(existsSync(stray)).toBe(false)
  await sweepPartUploads({ data: server.app.parts.data, staging }, Date.now() + 8 * DAY_MS)
  expect(staged()).toEqual([])
  expect(await own(second)).toBeUndefined()
})

describe('nobody else', () => {
  test('sees, fills, ends or drops it: another tenant, a colleague, one without the right', async () => {
    const bytes = video()
    const { id } = await begin(bytes)
    for (const token of [server.tokens.stranger, server.tokens.root]) {
      expect(await send(id, 0, partOf(bytes, 0), { token })).toMatchObject({ id: 'row.unknown' })
      expect(await post('finish', { id, sha256: digest(bytes) }, token)).toMatchObject({ id: 'row.unknown' })
      expect(await post('drop', { id }, token)).toMatchObject({ id: 'row.unknown' })
      expect(await own(id, token)).toBeUndefined()
    }
    const { patrol } = server.tokens
    expect(await send(id, 0, partOf(bytes, 0), { token: patrol })).toMatchObject({ id: 'forbidden' })
    expect(await post('begin', { name: 'a.mp4', bytes: 5 }, patrol)).toMatchObject({ id: 'forbidden' })
  })
})

describe('a body-worn recorder', () => {
  const ask = (path: string, body: object) => server.call(`/api/user/recorder/${path}`, { body })
  const tokenOf = async (imei = server.here.imei, secret = SECRET) =>
    (await ask('token', { imei, secret })).data as { token: string; expiresAt: number; partBytes: number }
  const put = async (
    token: string,
    id: number,
    part: number,
    bytes: Uint8Array,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${server.url}/recorder/parts/${id}/${part}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'x-part-sha256': digest(bytes),
        ...headers,
      },
      body: bytes as BodyInit,
    })
    return { status: response.status, ...((await response.json()) as object) }
  }

  test('uploads with the token for its secret, and goes on where it was cut off', async () => {
    const { token, partBytes } = await tokenOf()
    expect(partBytes).toBe(PART_BYTES)
    const bytes = video()
    const wanted = { token, name: 'REC0001.MP4', bytes: bytes.length }
    const { id } = upload(await ask('begin', wanted))
    expect(await put(token, id, 1, partOf(bytes, 1))).toMatchObject({ code: 0, data: { part: 1 } })
    const again = upload(await ask('begin', wanted))
    expect(again).toMatchObject({ id, parts: [{ part: 1 }] })
    for (const part of [0, 2]) await put(token, id, part, partOf(bytes, part))
    await ask('finish', { token, id, sha256: digest(bytes) })
    const done = await vi.waitFor(
      async () => {
        const state = upload(await ask('state', { token, id }))
        expect(state.state).toBe('done')
        return state
      },
      { timeout: 15_000 },
    )
    const row = await server.sql(sql =>
      sql.first('select device_id, user_id, user_name, department_id from recording where id = $1', [
        done.recordingId,
      ]),
    )
    expect(row).toMatchObject({
      device_id: server.here.deviceId,
      user_id: null,
      user_name: '周巡',
      department_id: server.here.departmentId,
    })
  })

  test('is refused with a wrong secret, an unknown number, a changed or outdated token', async () => {
    expect(await ask('token', { imei: server.here.imei, secret: 'guess' })).toMatchObject({
      id: 'session.badCredentials',
    })
    expect(await ask('token', { imei: '99999999999999', secret: SECRET })).toMatchObject({
      id: 'session.badCredentials',
    })
    const { token } = await tokenOf()
    const wanted = { name: 'a.mp4', bytes: 1000 }
    const [id, until, seal] = token.split('.')
    for (const other of [
      `${id}.${Number(until) + 1}.${seal}`,
      `${server.here.otherDeviceId}.${until}.${seal}`,
      `${id}.1.${seal}`,
      '',
      'x',
    ])
      expect(await ask('begin', { ...wanted, token: other })).toMatchObject({ id: 'session.ended' })
    expect(await put('x', 1, 0, new Uint8Array(5))).toMatchObject({ id: 'session.ended' })
    await server.sql(async sql =>
      sql.change('update device set secret_hash = $2 where imei = $1', [
        server.here.imei,
        await hashDeviceSecret('new'),
      ]),
    )
    expect(await ask('begin', { ...wanted, token })).toMatchObject({ id: 'session.ended' })
    await server.sql(async sql =>
      sql.change('update device set secret_hash = $2 where imei = $1', [
        server.here.imei,
        await hashDeviceSecret(SECRET),
      ]),
    )
  })

  test('cannot reach the upload of another device or person, and sends no more than a part', async () => {
    const { token } = await tokenOf()
    const bytes = video()
    const { id } = await begin(bytes)
    expect(await put(token, id, 0, partOf(bytes, 0))).toMatchObject({ id: 'row.unknown' })
    expect(await ask('state', { token, id })).toMatchObject({ id: 'row.unknown' })
    const own = upload(await ask('begin', { token, name: 'b.mp4', bytes: bytes.length }))
    expect(await put(token, own.id, 0, bytes)).toMatchObject({ id: 'upload.partLength' })
    expect(await put(token, own.id, 0, partOf(bytes, 0), { 'x-part-sha256': 'none' })).toMatchObject({
      id: 'field.format',
    })
    expect(await put(token, own.id, 0, partOf(bytes, 0), { 'x-part-sha256': digest(bytes) })).toMatchObject({
      id: 'upload.partDigest',
    })
    expect(readdirSync(join(server.app.parts.filesDir, 'tmp'))).toEqual([])
  })

  test('has to wait after too many wrong secrets', async () => {
    let last: Answer | undefined
    for (let tries = 0; tries < 8; tries++)
      last = await ask('token', { imei: server.here.otherImei, secret: `guess ${tries}` })
    expect(last).toMatchObject({ id: 'session.throttled' })
  })
})
