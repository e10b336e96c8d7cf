// What becomes of recorded cameras: kept within days and quota, held, found, cut into clips, by whoever may. The pictures come
// from frames of this file instead of a camera.
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireSegments } from '../../../../server/modules/camera-recording/drop.ts'
import type { CameraHand } from '../../../../server/modules/camera-recording/hand.ts'
import {
  type CameraRecorder,
  createCameraRecorder,
} from '../../../../server/modules/camera-recording/recorder.ts'
import { recordFrames } from '../../../../server/modules/cameras/engine/record.ts'
import type { FrameConsumer } from '../../../../server/modules/cameras/frames.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/domain/durations.ts'
import { h264Format, h264Frame } from '../../../fakes/h264-frames.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { eventually } from '../conference/conference-stage.ts'

let server: TestServer
let recorder: CameraRecorder
/** A Monday, 08:30 in the zone of the tenant. */
const AT = Date.UTC(2026, 2, 2, 0, 30)
let clock = AT
const consumers = new Map<number, FrameConsumer>()

/** Takes frames from the tests. */
const hand: CameraHand = {
  async consume(cameraId, _consumer, options, { heard }) {
    const consumer = recordFrames(options, heard)
    consumers.set(cameraId, consumer)
    consumer.onFormat(h264Format())
    return {
      async stop() {
        consumers.delete(cameraId)
        await consumer.onEnd()
      },
    }
  },
}

beforeAll(async () => {
  server = await startServer({ RECORDING_QUOTA_MB: '1' })
  // The server's own would take the same cameras.
  await server.app.recorder.stop()
  await server.sql(sql => sql.change(`update tenant set zone = 'Asia/Shanghai'`))
  const { data, log, filesDir, bus, storages, config } = server.app.parts
  recorder = createCameraRecorder({
    ...{ data, log, filesDir, bus, storages, config },
    recordings: { home: async () => 'here' },
    hand,
    now: () => clock,
  })
})
afterAll(async () => {
  await recorder?.stop()
  await server?.stop()
})

const call = (path: string, body: unknown, token = server.tokens.admin) =>
  server.call(`/api/device/camera/${path}`, { token, body })
let made = 0
async function camera(more: Record<string, unknown> = {}, tenantId = server.here.tenantId): Promise<number> {
  return server.sql(sql =>
    insert(sql, 'camera', {
      tenant_id: tenantId,
      name: `Kept ${++made}`,
      source: 'rtsp',
      main_address: 'rtsp://10.0.0.1/a',
      talks: false,
      enabled: true,
      ...more,
    }),
  )
}
const usual = { mode: 'always', weekly: [], beforeSeconds: 0, afterSeconds: 10, days: 14 }
const set = (cameraId: number, more: Record<string, unknown> = {}, token?: string) =>
  call('recordings/save', { ...usual, cameraId, ...more }, token)

/** Seconds of pictures, ten a second, from a moment on. */
function send(cameraId: number, from: number, seconds: number): void {
  const consumer = consumers.get(cameraId)
  if (!consumer) throw new Error('nobody records it')
  const first = Math.round((from - AT) / 100)
  for (let index = 0; index < seconds * 10; index++) consumer.onFrame(h264Frame(first + index, AT))
}
/** Records a camera from a moment on, and ends it. */
async function record(cameraId: number, from: number, seconds: number): Promise<void> {
  await set(cameraId)
  await recorder.look()
  send(cameraId, from, seconds)
  await set(cameraId, { mode: 'off' })
  await recorder.look()
}
const rowsOf = (cameraId: number) =>
  server.sql(sql =>
    sql.query<{ id: number; from_at: number; to_at: number; why: string; expires_at: number }>(
      'select id, from_at, to_at, why, expires_at from camera_segment where camera_id = $1 order by from_at',
      [cameraId],
    ),
  )
const kept = (cameraId: number, count: number) =>
  eventually(`${count} segments`, async () => {
    const rows = await rowsOf(cameraId)
    return rows.length === count ? rows : undefined
  })
const first = <One>(list: readonly One[]): One => {
  const [one] = list
  if (one === undefined) throw new Error('there is none')
  return one
}

describe('what is recorded', () => {
  test('is cut after a minute, in one stretch, kept for the days of the camera', async () => {
    const cameraId = await camera()
    await record(cameraId, AT, 130)
    const rows = await kept(cameraId, 3)
    expect(rows.map(({ from_at, to_at, why }) => [from_at - AT, to_at - AT, why])).toEqual([
      [0, 59_900, 'always'],
      [60_000, 119_900, 'always'],
      [120_000, 129_900, 'always'],
    ])
    expect(first(rows).expires_at).toBe(AT + 14 * DAY_MS)
    const { data } = await call('recorded', { cameraIds: [cameraId], from: AT - 1, to: AT + HOUR_MS })
    expect(data).toMatchObject({
      lanes: [{ cameraId, stretches: [{ from: AT, to: AT + 129_900, held: false }], gaps: [] }],
    })
    // Who keeps less means what is there, too.
    await set(cameraId, { mode: 'off', days: 2 })
    expect(first(await rowsOf(cameraId)).expires_at).toBe(AT + 2 * DAY_MS)
  })

  test('by the week runs in its times alone, by the clock of the tenant', async () => {
    const cameraId = await camera()
    const monday = (minute: number) => minute
    await set(cameraId, { mode: 'schedule', weekly: [{ from: monday(9 * 60), to: monday(10 * 60) }] })
    await recorder.look()
    expect(consumers.has(cameraId)).toBe(false)
    clock = AT + 30 * MINUTE_MS
    await recorder.look()
    send(cameraId, clock, 5)
    clock = AT + 90 * MINUTE_MS
    await recorder.look()
    expect(consumers.has(cameraId)).toBe(false)
    expect(first(await kept(cameraId, 1)).why).toBe('schedule')
    clock = AT
    await set(cameraId, { mode: 'off' })
  })

  test('has a gap until its first picture, which ends with it', async () => {
    const cameraId = await camera()
    await set(cameraId)
    await recorder.look()
    clock = AT + 20_000
    await recorder.look()
    const lane = async () => {
      const { data } = await call('recorded', { cameraIds: [cameraId], from: AT - 1, to: AT + HOUR_MS })
      return first((data as { lanes: { gaps: unknown[] }[] }).lanes)
    }
    await eventually('a gap', async () => (await lane()).gaps.length > 0)
    expect((await lane()).gaps).toEqual([{ from: AT, to: null, why: null }])
    send(cameraId, AT + 21_000, 5)
    await eventually('its end', async () => JSON.stringify((await lane()).gaps).includes(`${AT + 21_000}`))
    clock = AT
    await set(cameraId, { mode: 'off' })
    await recorder.look()
    await kept(cameraId, 1)
  })

  test('of a killed server is made whole when it starts again; what is no recording goes', async () => {
    const cameraId = await camera()
    const folder = join(server.app.parts.filesDir, 'segments')
    mkdirSync(folder, { recursive: true })
    const consumer = recordFrames({ cameraId, folder, why: 'always', segmentMs: MINUTE_MS }, () => {})
    consumer.onFormat(h264Format())
    for (let index = 0; index < 50; index++) consumer.onFrame(h264Frame(index, AT))
    await consumer.onEnd()
    writeFileSync(join(folder, `${cameraId}-5-always.part.mkv`), 'no recording at all')
    writeFileSync(join(folder, 'rest.whole'), 'half')
    const { data, log, filesDir, bus, storages, config } = server.app.parts
    const again = createCameraRecorder({
      ...{ data, log, filesDir, bus, storages, config },
      recordings: { home: async () => 'again' },
      hand,
    })
    await again.start()
    await again.stop()
    expect((await rowsOf(cameraId)).map(({ from_at, to_at }) => [from_at - AT, to_at - AT])).toEqual([
      [0, 4_900],
    ])
  })
})

describe('room', () => {
  test('expired segments go with their bytes, held ones stay until they are released', async () => {
    const [cameraId, heldId] = [await camera(), await camera()]
    await record(cameraId, AT, 3)
    await record(heldId, AT, 3)
    await kept(cameraId, 1)
    await kept(heldId, 1)
    const hold = (reason?: string) =>
      call('hold', { cameraIds: [heldId], from: AT, to: AT + 1_000, ...(reason && { reason }) })
    expect(await hold('An accident at the gate')).toMatchObject({ code: 0, data: { segments: 1 } })
    const { parts } = server.app
    await expireSegments(parts, AT + 15 * DAY_MS)
    expect([await rowsOf(cameraId), await rowsOf(heldId)]).toMatchObject([[], [{}]])
    const left = await server.sql(sql =>
      sql.query(`select f.id from stored_file f where f.name like $1 and f.swept_at is null`, [
        `${cameraId}-%`,
      ]),
    )
    expect(left).toEqual([])
    expect(await hold()).toMatchObject({ code: 0, data: { segments: 1 } })
    await expireSegments(parts, AT + 15 * DAY_MS)
    expect(await rowsOf(heldId)).toEqual([])
    expect(await hold('Nothing is there')).toMatchObject({ id: 'recording.nothing' })
  })

  test('the oldest makes room for the newest; where all is held, recording ends in plain words and nothing is lost', async () => {
    const [older, cameraId] = [await camera(), await camera()]
    await record(older, AT - DAY_MS, 10)
    const before = first(await kept(older, 1))
    const { tenantId } = server.here
    const fill = await server.sql(async sql => {
      const used = await sql.first<{ n: number }>(
        `select coalesce(sum(bytes), 0)::int as n from stored_file where tenant_id = $1 and kind = 'recording' and swept_at is null`,
        [tenantId],
      )
      return insert(sql, 'stored_file', {
        tenant_id: tenantId,
        kind: 'recording',
        name: 'large',
        content_type: 'video/mp4',
        bytes: 1024 * 1024 - (used?.n ?? 0),
        key: randomBytes(32).toString('base64url'),
        storage: 'local',
        user_name: '',
      })
    })
    await record(cameraId, AT, 5)
    await kept(cameraId, 1)
    expect(await rowsOf(older)).not.toContainEqual(expect.objectContaining({ id: before.id }))

    await server.sql(async sql => {
      await sql.change('update camera_segment set held_at = 1')
      await sql.change('update stored_file set bytes = 1024 * 1024 where id = $1', [fill])
    })
    const full = await camera()
    await record(full, AT, 5)
    await eventually('the trouble', () => recorder.troubleOf(full, tenantId) === 'quota')
    await set(full)
    await recorder.look()
    expect(consumers.has(full)).toBe(false)
    // Released, what waited is kept.
    await server.sql(sql => sql.change('delete from stored_file where id = $1', [fill]))
    clock = Date.now() + 2 * MINUTE_MS
    await recorder.look()
    await kept(full, 1)
    await eventually('room', () => recorder.troubleOf(full, tenantId) === null)
    clock = AT
    await set(full, { mode: 'off' })
    await server.sql(sql => sql.change('update camera_segment set held_at = null'))
  })
})

describe('a clip', () => {
  interface Task {
    state: string
    fileName: string
    reason: string | null
  }
  const done = async (answer: { data?: unknown }) => {
    const { taskId } = answer.data as { taskId: number }
    await eventually(
      'the clip',
      async () => {
        const { data } = await server.call('/api/message/task/get', {
          token: server.tokens.admin,
          query: { id: String(taskId) },
        })
        const { state, reason } = data as Task
        if (state === 'failed') throw new Error(reason ?? '')
        return state === 'done'
      },
      20_000,
    )
    const response = await fetch(`${server.url}/api/message/task/file?id=${taskId}`, {
      headers: { authorization: server.tokens.admin },
    })
    return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  test('of one camera is a film, of two a ZIP of films', async () => {
    const [one, two] = [await camera(), await camera()]
    await record(one, AT, 20)
    await record(two, AT, 20)
    await kept(one, 1)
    await kept(two, 1)
    const wanted = { from: AT + 5_000, to: AT + 9_000, zone: 'Asia/Shanghai' }
    const alone = await done(await call('clip', { cameraIds: [one], ...wanted }))
    expect(alone.type).toContain('video/mp4')
    expect(Buffer.from(alone.bytes.subarray(4, 8)).toString()).toBe('ftyp')
    const both = await done(await call('clip', { cameraIds: [one, two], ...wanted }))
    const files = unzipSync(both.bytes)
    expect(Object.keys(files)).toEqual([
      expect.stringMatching(/^1-Kept \d+-20260302-083005\.mp4$/),
      expect.stringMatching(/^2-Kept \d+-20260302-083005\.mp4$/),
    ])
    for (const bytes of Object.values(files))
      expect(Buffer.from(bytes.subarray(4, 8)).toString()).toBe('ftyp')
  })

  test('of nothing, of too much and of too long is refused', async () => {
    const cameraId = await camera()
    const ask = (more: object) =>
      call('clip', { cameraIds: [cameraId], from: AT, to: AT + 1_000, zone: 'UTC', ...more })
    expect(await ask({})).toMatchObject({ id: 'recording.nothing' })
    expect(await ask({ to: AT + 2 * HOUR_MS + 1 })).toMatchObject({ id: 'field.tooBig', field: 'to' })
    expect(await ask({ to: AT })).toMatchObject({ id: 'field.periodOrder', field: 'to' })
    await record(cameraId, AT, 3)
    const row = first(await kept(cameraId, 1))
    await server.sql(sql =>
      sql.change('update camera_segment set bytes = $2 where id = $1', [row.id, 4 * 1024 ** 3]),
    )
    expect(await ask({})).toMatchObject({ id: 'recording.clipTooBig' })
  })
})

describe('who may', () => {
  const period = { from: AT, to: AT + HOUR_MS }
  const calls = (cameraId: number): [path: string, body: object][] => [
    ['recorded', { cameraIds: [cameraId], ...period }],
    ['recorded/pictures', { cameraIds: [cameraId], ...period }],
    ['recordings/save', { ...usual, cameraId, mode: 'off' }],
    ['clip', { cameraIds: [cameraId], ...period, zone: 'UTC' }],
    ['hold', { cameraIds: [cameraId], ...period, reason: 'x' }],
  ]

  test('neither another tenant nor a role without the right gets anything', async () => {
    const cameraId = await camera()
    for (const [path, body] of calls(cameraId)) {
      expect(await call(path, body, server.tokens.stranger), path).toMatchObject({ id: 'row.unknown' })
      expect(await call(path, body, server.tokens.patrol), path).toMatchObject({ id: 'forbidden' })
      expect(await call(path, body, server.tokens.visitor), path).toMatchObject({ id: 'forbidden' })
    }
    const { data } = await server.call('/api/device/camera/recordings', { token: server.tokens.stranger })
    expect((data as { cameraId: number }[]).map(each => each.cameraId)).not.toContain(cameraId)
  })

  test('who is held to a department sees its cameras alone', async () => {
    const { here } = server
    const mine = await camera({ department_id: here.departmentId })
    const other = await camera({ department_id: here.otherDepartmentId })
    await server.sql(sql =>
      sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id)
         select $1, role.id, resource.id from role, resource
         where role.tenant_id = $1 and role.name = '巡逻人员'
           and resource.mark in ('recording.play', 'recording.hold', 'recording.download', 'camera.save')
         on conflict do nothing`,
        [here.tenantId],
      ),
    )
    const patrol = await server.logIn('patrol')
    expect(await call('recorded', { cameraIds: [mine], ...period }, patrol)).toMatchObject({ code: 0 })
    for (const [path, body] of calls(other))
      expect(await call(path, body, patrol), path).toMatchObject({ id: 'row.unknown' })
    const { data } = await server.call('/api/device/camera/recordings', { token: patrol })
    const seen = (data as { cameraId: number }[]).map(each => each.cameraId)
    expect([seen.includes(mine), seen.includes(other)]).toEqual([true, false])
  })

  test('fields are checked', async () => {
    const cameraId = await camera()
    const many = Array.from({ length: 7 }, (_, index) => cameraId + index)
    const refused = async (path: string, body: object) => {
      const { id, field } = await call(path, body)
      return [id, field]
    }
    expect(await refused('recorded', { cameraIds: many, ...period })).toEqual(['field.tooLong', 'cameraIds'])
    expect(await refused('recorded', { cameraIds: [], ...period })).toEqual(['nothingSelected', 'cameraIds'])
    expect(await refused('recorded', { cameraIds: [cameraId], from: AT, to: AT + 4 * DAY_MS })).toEqual([
      'field.tooBig',
      'to',
    ])
    const settings = { ...usual, cameraId }
    const saved = (more: object) => refused('recordings/save', { ...settings, ...more })
    expect(await saved({ beforeSeconds: 61 })).toEqual(['field.tooBig', 'beforeSeconds'])
    expect(await saved({ afterSeconds: 1 })).toEqual(['field.tooSmall', 'afterSeconds'])
    expect(await saved({ days: 0 })).toEqual(['field.tooSmall', 'days'])
    expect(await saved({ mode: 'sometimes' })).toEqual(['field.choice', 'mode'])
    expect(await saved({ mode: 'schedule' })).toEqual(['field.required', 'weekly'])
    expect(await saved({ weekly: [{ from: 60, to: 60 }] })).toEqual(['field.periodOrder', 'weekly.0.to'])
    expect(await refused('hold', { cameraIds: [cameraId], ...period, reason: ' ' })).toEqual([
      'field.required',
      'reason',
    ])
  })
})
