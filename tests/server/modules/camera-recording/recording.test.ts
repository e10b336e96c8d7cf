// Cameras recorded over a real server, with the program that fetches them: always, around an alarm, through a kill, on a full disk.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type SimulatedCameras,
  startSimulatedCameras,
} from '../../../../server/simulator/cameras/rtsp-server.ts'
import { startServer, type TestServer } from '../../start.ts'
import { eventually } from '../conference/conference-stage.ts'

let server: TestServer
let simulated: SimulatedCameras
let free = 1e12
beforeAll(async () => {
  simulated = await startSimulatedCameras()
  server = await startServer(
    { CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' },
    { freeBytes: async () => free },
  )
  await server.sql(sql => sql.query(`update tenant set camera_networks = '127.0.0.0/8, ::1/128'`))
})
afterAll(async () => {
  await server?.stop()
  await simulated?.stop()
})

interface Lane {
  cameraId: number
  stretches: { from: number; to: number; held: boolean }[]
  gaps: { from: number; to: number | null; why: string | null }[]
  writingFrom: number | null
  trouble: string | null
}
interface Segment {
  id: number
  from: number
  to: number
  url: string
}

let made = 0
async function camera(more: Record<string, unknown> = {}): Promise<number> {
  const { code, id, data } = await server.call('/api/device/camera/save', {
    token: server.tokens.admin,
    body: {
      name: `Recorded ${++made}`,
      source: 'rtsp',
      mainAddress: `rtsp://127.0.0.1:${simulated.port}/gate`,
      talks: false,
      enabled: true,
      ...more,
    },
  })
  if (code !== 0) throw new Error(id)
  return (data as { id: number }).id
}
const call = (path: string, body: unknown, token = server.tokens.admin) =>
  server.call(`/api/device/camera/${path}`, { token, body })
const usual = { mode: 'always', weekly: [], beforeSeconds: 5, afterSeconds: 10, days: 14 }
const set = async (cameraId: number, more: Record<string, unknown> = {}) => {
  expect(await call('recordings/save', { ...usual, cameraId, ...more })).toMatchObject({ code: 0 })
}
const around = () => ({ from: Date.now() - 600_000, to: Date.now() + 600_000 })
const laneOf = async (cameraId: number): Promise<Lane> => {
  const { data } = await call('recorded', { cameraIds: [cameraId], ...around() })
  const [lane] = (data as { lanes: Lane[] }).lanes
  if (!lane) throw new Error('there is no lane')
  return lane
}
const segmentsOf = async (cameraId: number): Promise<Segment[]> => {
  const { data } = await call('recorded/pictures', { cameraIds: [cameraId], ...around() })
  return (data as { lanes: { segments: Segment[] }[] }).lanes[0]?.segments ?? []
}
const writing = (cameraId: number) =>
  eventually(
    'pictures that are written',
    async () => (await laneOf(cameraId)).writingFrom ?? undefined,
    15_000,
  )
const kept = (cameraId: number, count = 1) =>
  eventually(
    `${count} kept segments`,
    async () => {
      const found = await segmentsOf(cameraId)
      return found.length >= count ? found : undefined
    },
    15_000,
  )
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('a camera records until it is told to stop, and what it recorded plays in parts', {
  timeout: 60_000,
}, async () => {
  const cameraId = await camera()
  expect(await laneOf(cameraId)).toMatchObject({ stretches: [], gaps: [], writingFrom: null, trouble: null })
  await set(cameraId)
  const from = await writing(cameraId)
  await sleep(3_000)
  await set(cameraId, { mode: 'off' })
  const [segment] = await kept(cameraId)
  if (!segment) throw new Error('nothing was kept')
  expect(segment.from).toBe(from)
  expect(segment.to - segment.from).toBeGreaterThan(2_000)
  expect((await laneOf(cameraId)).writingFrom).toBeNull()
  const whole = await fetch(`${server.url}${segment.url}`)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  const bytes = Buffer.from(await whole.arrayBuffer())
  // What a player asks for first stands first.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  const part = await fetch(`${server.url}${segment.url}`, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  // The address is good for who asked, as long as they are there, and for nobody who changes it.
  const bent = `${segment.url.slice(0, -3)}${segment.url.endsWith('AAA') ? 'BBB' : 'AAA'}`
  expect((await fetch(`${server.url}${bent}`)).status).toBe(404)
  const told = await server.sql(sql =>
    sql.query(`select detail from audit where action = 'camera.watchRecorded'`),
  )
  expect(told).toHaveLength(1)
})

test('a killed program loses at most a second, and recording goes on by itself', {
  timeout: 60_000,
}, async () => {
  const cameraId = await camera()
  await set(cameraId)
  const from = await writing(cameraId)
  await sleep(4_000)
  const killedAt = Date.now()
  process.kill(server.app.cameras.media.pid() ?? 0, 'SIGKILL')
  const [segment] = await kept(cameraId)
  expect(segment?.from).toBe(from)
  expect(killedAt - (segment?.to ?? 0)).toBeLessThanOrEqual(1_000)
  const again = await eventually(
    'pictures that are written again',
    async () => {
      const { writingFrom } = await laneOf(cameraId)
      return writingFrom !== null && writingFrom > killedAt ? writingFrom : undefined
    },
    20_000,
  )
  expect((await laneOf(cameraId)).gaps).toContainEqual({ from: expect.any(Number), to: again, why: null })
  await set(cameraId, { mode: 'off' })
  await kept(cameraId, 2)
})

test('an alarm has what was before it, of the cameras that belong to it', { timeout: 60_000 }, async () => {
  const { here } = server
  const mine = await camera({ deviceId: here.deviceId })
  const other = await camera()
  await set(mine, { mode: 'alarm' })
  await set(other, { mode: 'alarm' })
  const stands = async (cameraId: number) => {
    const { data } = await server.call('/api/device/camera/health', { token: server.tokens.admin })
    return (data as { cameraId: number; state: string }[]).find(one => one.cameraId === cameraId)?.state
  }
  await eventually('what is kept in memory', async () => (await stands(mine)) === 'live')
  await sleep(6_000)
  expect((await laneOf(mine)).writingFrom).toBeNull()
  const raisedAt = Date.now()
  await server.sql(sql =>
    sql.query('update alarm set raised_at = $2 where id = $1', [here.alarmId, raisedAt]),
  )
  server.app.parts.bus.emit('alarm.raised', {
    alarms: [
      {
        id: here.alarmId,
        tenantId: here.tenantId,
        departmentId: here.departmentId,
        type: 'sos',
        imei: here.imei,
        deviceName: 'Helmet',
        wearerName: null,
        place: null,
        building: null,
        unit: null,
        roomNo: null,
        raisedAt,
      },
    ],
  })
  const from = await writing(mine)
  expect(raisedAt - from).toBeGreaterThan(2_500)
  expect((await laneOf(other)).writingFrom).toBeNull()
  await set(mine, { mode: 'off' })
  await set(other, { mode: 'off' })
  const [segment] = await kept(mine)
  expect(segment?.from).toBe(from)
  expect(segment?.to).toBeGreaterThan(raisedAt)
  const { data } = await call('recorded', { cameraIds: [mine, other], ...around() })
  expect((data as { alarms: unknown[] }).alarms).toEqual([
    expect.objectContaining({
      id: here.alarmId,
      at: raisedAt,
      type: 'sos',
      critical: true,
      cameraIds: [mine],
    }),
  ])
})

test('a full disk ends recording in plain words, and keeps what was written', {
  timeout: 60_000,
}, async () => {
  const cameraId = await camera()
  await set(cameraId)
  const from = await writing(cameraId)
  await sleep(1_500)
  free = 1_000
  await server.app.recorder.look()
  expect(await laneOf(cameraId)).toMatchObject({ trouble: 'diskFull', writingFrom: null })
  const [segment] = await kept(cameraId)
  expect(segment?.from).toBe(from)
  await eventually('a gap', async () => (await laneOf(cameraId)).gaps.some(({ why }) => why === 'diskFull'))
  free = 1e12
  await server.app.recorder.look()
  expect((await laneOf(cameraId)).trouble).toBeNull()
  await writing(cameraId)
  await set(cameraId, { mode: 'off' })
  await kept(cameraId, 2)
})

test('a camera without a picture has a gap that says why; one that is changed is fetched as it is now', {
  timeout: 60_000,
}, async () => {
  const cameraId = await camera({ mainAddress: `rtsp://127.0.0.1:${simulated.port}/nothing` })
  await set(cameraId)
  await eventually('a gap', async () => (await laneOf(cameraId)).gaps.some(({ why }) => why === 'noStream'))
  const { data } = await server.call('/api/device/camera/get', {
    token: server.tokens.admin,
    query: { id: String(cameraId) },
  })
  const { version, name } = data as { version: number; name: string }
  await call('save', {
    id: cameraId,
    version,
    name,
    source: 'rtsp',
    mainAddress: `rtsp://127.0.0.1:${simulated.port}/gate`,
    talks: false,
    enabled: true,
  })
  await writing(cameraId)
  await eventually('the end of the gap', async () =>
    (await laneOf(cameraId)).gaps.every(({ to }) => to !== null),
  )
  await set(cameraId, { mode: 'off' })
  await kept(cameraId)
})
