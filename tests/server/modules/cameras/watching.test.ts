// Watching cameras through the server: pictures of a camera reach a viewer, and whoever may not look sees nothing.

import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type SimulatedCameras,
  startSimulatedCameras,
} from '../../../../server/simulator/cameras/rtsp-server.ts'
import { defaultPath } from '../../../../src/contract/endpoint.ts'
import {
  camerasOfDevices,
  goToPreset,
  moveCamera,
  newCameraToken,
  talkThroughCamera,
} from '../../../../src/contract/endpoints/cameras.ts'
import type { CameraHealth } from '../../../../src/domain/camera/camera.ts'
import { startServer, type TestServer } from '../../start.ts'
import { eventually } from '../conference/conference-stage.ts'
import { type LiveViewer, type Watching, watch } from './live-viewer.ts'

let server: TestServer
let simulated: SimulatedCameras
beforeAll(async () => {
  simulated = await startSimulatedCameras()
  server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' })
  await server.sql(sql => sql.query(`update tenant set camera_networks = '127.0.0.0/8, ::1/128'`))
})
afterAll(async () => {
  await server.stop()
  await simulated.stop()
})

const open: LiveViewer[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
const look = async (watching: Watching, token = server.tokens.admin) => {
  const viewer = await watch(server, token, watching)
  open.push(viewer)
  return viewer
}

let made = 0
async function keep(more: Record<string, unknown> = {}): Promise<number> {
  const { code, id, field, data } = await server.call('/api/device/camera/save', {
    token: server.tokens.admin,
    body: {
      name: `Camera ${++made}`,
      source: 'rtsp',
      mainAddress: `rtsp://127.0.0.1:${simulated.port}/gate`,
      talks: false,
      enabled: true,
      ...more,
    },
  })
  if (code !== 0) throw new Error(`${id} ${field}`)
  return (data as { id: number }).id
}
const call = (path: string, body: unknown, token = server.tokens.admin) =>
  server.call(`/api/device/camera/${path}`, { token, body })
const healthOf = async (cameraId: number) => {
  const { data } = await server.call('/api/device/camera/health', { token: server.tokens.admin })
  return (data as CameraHealth[]).find(one => one.cameraId === cameraId)
}

test('the picture and the sound of a camera reach who watches, and its small picture where that is wanted', async () => {
  const cameraId = await keep({ subAddress: `rtsp://127.0.0.1:${simulated.port}/gate-small` })
  const viewer = await look({ cameraId })
  expect(viewer.answer).toMatchObject({
    code: 0,
    data: { cameraId, sound: true, canTalk: false, canMove: false, facts: { stream: 'main', codec: 'H264' } },
  })
  await eventually('pictures and sound', () => viewer.frames() > 15 && viewer.sounds() > 20)
  expect(viewer.size()).toBe('640x360')
  const small = await look({ cameraId, stream: 'sub' })
  await eventually('small pictures', () => small.frames() > 5)
  expect(small.size()).toBe('320x180')
  expect(await healthOf(cameraId)).toMatchObject({ state: 'live', fault: null })
})

test('who comes second sees at once, from the pictures that are kept', async () => {
  const cameraId = await keep()
  const first = await look({ cameraId })
  await eventually('pictures', () => first.frames() > 3)
  const second = await look({ cameraId })
  await eventually('a first picture', () => second.frames() > 0)
  await eventually('two viewers', async () => (await healthOf(cameraId))?.streams[0]?.viewers === 2)
})

test('a camera that goes dark is told, and comes back by itself to who looks', async () => {
  const cameraId = await keep()
  const viewer = await look({ cameraId })
  await eventually('pictures', () => viewer.frames() > 3)
  simulated.dark(true)
  await eventually('the loss', async () => (await healthOf(cameraId))?.state !== 'live')
  simulated.dark(false)
  await eventually('live again', async () => (await healthOf(cameraId))?.state === 'live')
  const before = viewer.frames()
  await eventually('pictures again', () => viewer.frames() > before + 10)
})

test('when the last has gone nothing is fetched any more, and nothing of what was killed stays', {
  timeout: 40_000,
}, async () => {
  const cameraId = await keep()
  const viewer = await look({ cameraId })
  await eventually('pictures', () => viewer.frames() > 3)
  expect(await call('leave', { viewId: viewer.viewId })).toMatchObject({ code: 0 })
  await eventually('idle', async () => (await healthOf(cameraId)) === undefined, 20_000)
  const again = await look({ cameraId })
  await eventually('pictures', () => again.frames() > 3)
  process.kill(server.app.cameras.media.pid() ?? 0, 'SIGKILL')
  await eventually('over', async () => {
    const { data } = await call('keep', { viewIds: [again.viewId] })
    return (data as { over: string[] }).over.length === 1
  })
  const third = await look({ cameraId })
  await eventually('pictures after the fall', () => third.frames() > 3)
})

test('a wall watches what stands on its boards, and nothing of what does not', {
  timeout: 60_000,
}, async () => {
  const shown = await keep({ departmentId: server.here.departmentId })
  const other = await keep()
  const video = (cameraId: number) => ({
    ...{ key: `c${cameraId}`, kind: 'video', cameraId, place: { x: 0, y: 0, w: 4, h: 4 } },
  })
  const save = async (key: string, body: object) => {
    const answer = await server.call(`/api/user/${key}/save`, { token: server.tokens.admin, body })
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
    return (answer.data as { id: number }).id
  }
  const board = { roleIds: [], landing: false, forWalls: true }
  const boardId = await save('board', { ...board, name: `Gate ${shown}`, tiles: [video(shown)] })
  const wallId = await save('wall', {
    ...{ name: `Gate ${shown}`, scenes: [], boardIds: [boardId], seconds: 20, dimFrom: 0, dimUntil: 0 },
  })
  const token = `wall.${'a'.repeat(43)}`
  await server.sql(sql =>
    sql.query('update wall set secret_hash = $2 where id = $1', [
      wallId,
      createHash('sha256').update(token).digest(),
    ]),
  )
  const viewer = await look({ cameraId: shown }, token)
  expect(viewer.answer).toMatchObject({ code: 0, data: { canTalk: false, canMove: false } })
  await eventually('pictures', () => viewer.frames() > 3)
  expect(await call('keep', { viewIds: [viewer.viewId] }, token)).toMatchObject({ data: { over: [] } })
  const health = await server.call('/api/device/camera/health', { token })
  expect((health.data as CameraHealth[]).map(({ cameraId }) => cameraId)).toEqual([shown])
  expect(await refusalOf({ cameraId: other }, token)).toBe('row.unknown')
  for (const endpoint of [talkThroughCamera, moveCamera, goToPreset, camerasOfDevices, newCameraToken])
    expect([endpoint.path, (await server.call(defaultPath(endpoint), { token, body: {} })).id]).toEqual([
      endpoint.path,
      'forbidden',
    ])

  // A scene that is not shown holds no stream: whoever leaves ends it.
  expect(await call('leave', { viewId: viewer.viewId }, token)).toMatchObject({ code: 0 })
  await eventually('idle', async () => (await healthOf(shown)) === undefined, 20_000)

  // Of another department it may not be watched, and what is watched ends when the wall is given one.
  const again = await look({ cameraId: shown }, token)
  await eventually('pictures', () => again.frames() > 3)
  const narrow = (departmentId: number) =>
    server.sql(sql => sql.query('update wall set department_id = $2 where id = $1', [wallId, departmentId]))
  await narrow(server.here.departmentId)
  expect(await call('keep', { viewIds: [again.viewId] }, token)).toMatchObject({ data: { over: [] } })
  await narrow(server.here.otherDepartmentId)
  expect(await refusalOf({ cameraId: shown }, token)).toBe('row.unknown')
  await narrow(server.here.departmentId)

  // Revoked, it sees nothing from then on.
  await server.call('/api/user/wall/revoke', { token: server.tokens.admin, body: { ids: [wallId] } })
  await eventually('the end', async () => (await healthOf(shown)) === undefined, 20_000)
  expect(await refusalOf({ cameraId: shown }, token)).toBe('session.ended')
})

const refusalOf = async (watching: Watching, token?: string) => {
  const { answer } = await look(watching, token)
  return answer.id
}

test('why there is no picture is said', { timeout: 40_000 }, async () => {
  const at = (path: string) => `rtsp://127.0.0.1:${simulated.port}/${path}`
  expect(await refusalOf({ cameraId: await keep({ mainAddress: at('nothing') }) })).toBe('camera.noStream')
  expect(await refusalOf({ cameraId: await keep({ mainAddress: 'rtsp://127.0.0.1:1/x' }) })).toBe(
    'camera.unreachable',
  )
  expect(await refusalOf({ cameraId: await keep({ enabled: false }) })).toBe('camera.off')
  expect(await refusalOf({ cameraId: await keep({ source: 'gateway', mainAddress: 'cam1' }) })).toBe(
    'camera.gateway',
  )
  expect(await refusalOf({ cameraId: await keep(), codec: 'VP8' })).toBe('camera.description')
})

test.each([
  'rtsp://169.254.169.254/latest',
  'rtsp://10.1.2.3/stream',
  'rtsp://[fd00::1]/stream',
  'rtsp://[::ffff:169.254.169.254]/stream',
])('a camera at %s is outside of the networks', async mainAddress => {
  expect(await refusalOf({ cameraId: await keep({ mainAddress }) })).toBe('camera.network')
})

test('an offer that is none, too long or twice the same is refused in words', async () => {
  const cameraId = await keep()
  expect(await refusalOf({ cameraId, sdp: 'hello' })).toBe('camera.description')
  expect(
    await refusalOf({
      cameraId,
      sdp: 'v=0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:0\r\n',
    }),
  ).toBe('camera.description')
  expect(await refusalOf({ cameraId, sdp: `v=0\r\n${'a'.repeat(1_000_000)}` })).toMatch(
    /^(field\.tooLong|request\.tooLarge)$/,
  )
})

test('neither another tenant nor a role without the right sees anything, and nobody keeps or ends a view of another', async () => {
  const cameraId = await keep()
  expect(await refusalOf({ cameraId }, server.tokens.stranger)).toBe('row.unknown')
  expect(await refusalOf({ cameraId }, server.tokens.patrol)).toBe('forbidden')
  const viewer = await look({ cameraId })
  await eventually('pictures', () => viewer.frames() > 3)
  const other = server.tokens.stranger
  expect(await call('keep', { viewIds: [viewer.viewId] }, other)).toMatchObject({
    data: { over: [viewer.viewId] },
  })
  await call('leave', { viewId: viewer.viewId }, other)
  expect(await call('keep', { viewIds: [viewer.viewId] })).toMatchObject({ data: { over: [] } })
  const { data } = await server.call('/api/device/camera/health', { token: other })
  expect(data).toEqual([])
})

test('a password is sealed, opened for the camera alone, and never read back', async () => {
  const cameraId = await keep({ username: 'viewer', password: 'sesame open' })
  const { data } = await server.call('/api/device/camera/get', {
    token: server.tokens.admin,
    query: { id: String(cameraId) },
  })
  expect(data).toMatchObject({ hasPassword: true })
  expect(JSON.stringify(data)).not.toContain('sesame')
  const row = await server.sql(sql =>
    sql.first<{ sealed: Buffer }>('select password_sealed as sealed from camera where id = $1', [cameraId]),
  )
  expect(row?.sealed.toString('latin1')).not.toContain('sesame')
  expect((await server.app.cameras.planOf(cameraId))?.account).toEqual({
    username: 'viewer',
    password: 'sesame open',
  })
  // Copied into the row of another tenant it opens nothing.
  await server.sql(sql =>
    sql.query('update camera set tenant_id = $2 where id = $1', [cameraId, server.there.tenantId]),
  )
  expect((await server.app.cameras.planOf(cameraId))?.account).toEqual({ username: 'viewer', password: '' })
})

test.each([
  ['rtsp', 'rtsp://admin:secret@10.0.0.1/stream', 'field.cameraAddress'],
  ['rtsp', 'http://10.0.0.1/stream', 'field.cameraAddress'],
  ['rtsp', 'file:///etc/passwd', 'field.cameraAddress'],
  ['rtsp', 'cam1', 'field.cameraAddress'],
  ['rtsp', '', 'field.cameraAddress'],
  ['gateway', 'rtsp://10.0.0.1/stream', 'field.cameraAddress'],
  ['gateway', '../admin?x=1', 'field.cameraAddress'],
  ['whip', 'rtsp://10.0.0.1/stream', 'field.cameraAddress'],
])('of source %s the address %s is refused', async (source, mainAddress, why) => {
  await expect(keep({ source, mainAddress })).rejects.toThrow(why)
})
