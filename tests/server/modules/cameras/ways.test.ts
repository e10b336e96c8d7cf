// The other ways of pictures, and what is said to cameras: WHIP, gateways, ONVIF.
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Sending, sendByWhip } from '../../../../server/simulator/cameras/sender.ts'
import { startServer, type TestServer } from '../../start.ts'
import { eventually } from '../conference/conference-stage.ts'
import { startFalseOnvif } from './false-onvif.ts'
import { type LiveViewer, type Watching, watch } from './live-viewer.ts'

let server: TestServer
let gateway: Server
const offers: { path: string; token: string | undefined }[] = []
beforeAll(async () => {
  gateway = createServer((request, response) => {
    offers.push({ path: `${request.method} ${request.url}`, token: request.headers.authorization })
    if (request.url?.startsWith('/gone')) response.writeHead(404).end()
    else if (request.url?.startsWith('/elsewhere'))
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    else if (request.url?.startsWith('/long')) response.writeHead(201).end(`v=0${'x'.repeat(1_000_000)}`)
    else if (request.method === 'POST')
      response.writeHead(201, { location: '/session/1' }).end('v=0\r\nanswer of the gateway\r\n')
    else response.writeHead(200).end()
  })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  const address = gateway.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server = await startServer({
    CONFERENCE_ADDRESS: '127.0.0.1',
    CAMERA_LOOPBACK: 'on',
    CAMERA_GATEWAY: `http://127.0.0.1:${port}/{name}/whep`,
    CAMERA_GATEWAY_TOKEN: 'gateway token',
  })
  await server.sql(sql => sql.query(`update tenant set camera_networks = '127.0.0.0/8'`))
})
afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  await server.stop()
})

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
const look = async (watching: Watching): Promise<LiveViewer> => {
  const viewer = await watch(server, server.tokens.admin, watching)
  open.push(viewer)
  return viewer
}
let made = 0
async function keep(more: Record<string, unknown>): Promise<number> {
  const { code, id, data } = await server.call('/api/device/camera/save', {
    token: server.tokens.admin,
    body: { name: `Way ${++made}`, mainAddress: '', talks: false, enabled: true, ...more },
  })
  if (code !== 0) throw new Error(id)
  return (data as { id: number }).id
}
const call = (path: string, body: unknown, token = server.tokens.admin) =>
  server.call(`/api/device/camera/${path}`, { token, body })
const send = async (cameraId: number, token: string): Promise<Sending> => {
  const sending = await sendByWhip({ url: `${server.url}/whip/${cameraId}`, token, onEnd: () => {} })
  open.push({ close: () => void sending.stop() })
  return sending
}
const tokenOf = async (cameraId: number) => {
  const { data } = await call('newToken', { cameraId })
  return (data as { token: string }).token
}

test('what a device sends by WHIP reaches who watches, and ends with the device', async () => {
  const cameraId = await keep({ source: 'whip' })
  const sending = await send(cameraId, await tokenOf(cameraId))
  const viewer = await look({ cameraId, codec: 'VP8' })
  expect(viewer.answer).toMatchObject({ code: 0, data: { facts: { codec: 'VP8' } } })
  await eventually('pictures', () => viewer.frames() > 20, 15_000)
  expect(viewer.size()).toBe('1024x576')
  await sending.stop()
  await eventually('the loss', async () => {
    const { data } = await server.call('/api/device/camera/health', { token: server.tokens.admin })
    return (data as { cameraId: number; state: string }[]).some(
      one => one.cameraId === cameraId && one.state !== 'live',
    )
  })
  await send(cameraId, await tokenOf(cameraId))
  const before = viewer.frames()
  await eventually('pictures again', () => viewer.frames() > before + 10, 20_000)
})

test('a device of the fleet is asked for its picture with a token that is good for its camera alone', async () => {
  const asked: { imei: string; message: { on: boolean; url: string; token: string } }[] = []
  const stop = server.app.parts.bus.on('camera.wanted', event => void asked.push(event))
  const cameraId = await keep({ source: 'whip', deviceId: server.here.deviceId })
  const other = await keep({ source: 'whip' })
  const looking = look({ imei: server.here.imei, codec: 'VP8' })
  const wanted = await eventually('the question', () => asked.find(({ message }) => message.on))
  expect(wanted).toMatchObject({ imei: server.here.imei, message: { url: `/whip/${cameraId}` } })
  await expect(send(other, wanted.message.token)).rejects.toThrow('401')
  await send(cameraId, wanted.message.token)
  const viewer = await looking
  await eventually('pictures', () => viewer.frames() > 5, 15_000)
  stop()
})

test.each([
  ['no token', {}, 'v=0', 401],
  ['a wrong token', { authorization: `Bearer ${'x'.repeat(43)}` }, 'v=0', 401],
  ['an offer that is none', undefined, 'hello', 400],
  ['an offer of a megabyte', undefined, `v=0${'x'.repeat(1_000_000)}`, 413],
])('WHIP with %s is refused', async (_what, headers, body, status) => {
  const cameraId = await keep({ source: 'whip' })
  const response = await fetch(`${server.url}/whip/${cameraId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/sdp',
      ...(headers ?? { authorization: `Bearer ${await tokenOf(cameraId)}` }),
    },
    body,
  })
  expect(response.status).toBe(status)
})

test('a token is void once there is another, and for a camera that is switched off', async () => {
  const cameraId = await keep({ source: 'whip' })
  const first = await tokenOf(cameraId)
  const second = await tokenOf(cameraId)
  await expect(send(cameraId, first)).rejects.toThrow('401')
  await send(cameraId, second)
  await server.sql(sql => sql.query('update camera set enabled = false where id = $1', [cameraId]))
  await expect(send(cameraId, second)).rejects.toThrow('401')
})

test('a session of a sender is ended by who knows its address, and by nobody else', async () => {
  const cameraId = await keep({ source: 'whip' })
  const response = await fetch(`${server.url}/whip/${cameraId}/nobody`, { method: 'DELETE' })
  expect(response.status).toBe(404)
})

test('a gateway that speaks WHEP gets the offer with its token, and hears when the view is over', async () => {
  const cameraId = await keep({ source: 'gateway', mainAddress: 'cam1' })
  const { answer } = await watchRaw(cameraId)
  expect(answer).toMatchObject({ code: 0, data: { sdp: 'v=0\r\nanswer of the gateway\r\n' } })
  expect(offers).toContainEqual({ path: 'POST /cam1/whep', token: 'Bearer gateway token' })
  await call('leave', { viewId: (answer.data as { viewId: string }).viewId })
  await eventually('the end', () => offers.some(({ path }) => path === 'DELETE /session/1'))
})
const watchRaw = async (cameraId: number) => ({
  answer: await call('watch', { cameraId, stream: 'main', sdp: 'v=0\r\nan offer\r\n' }),
})
test.each([
  ['gone', 'camera.noStream'],
  ['elsewhere', 'camera.gateway'],
  ['long', 'camera.gateway'],
])('a gateway whose stream is %s is told as such', async (mainAddress, why) => {
  const { answer } = await watchRaw(await keep({ source: 'gateway', mainAddress }))
  expect(answer.id).toBe(why)
})

test('a camera is turned over ONVIF, stops by itself, and goes to its places', async () => {
  const onvif = await startFalseOnvif('sesame', 3_600_000)
  open.push({ close: () => void onvif.stop() })
  const cameraId = await keep({
    source: 'rtsp',
    mainAddress: 'rtsp://127.0.0.1:1/x',
    username: 'viewer',
    password: 'sesame',
    onvifAddress: onvif.address,
  })
  expect(await call('move', { cameraId, pan: 0.5, tilt: 0, zoom: -1 })).toMatchObject({ code: 0 })
  expect(onvif.told[0]).toMatch(/^\/onvif\/ptz .*ContinuousMove.*x="0\.5" y="0".*x="-1"/)
  await eventually('the stop', () => onvif.told.some(one => one.includes('<Stop ')))
  const { data } = await server.call('/api/device/camera/presets', {
    token: server.tokens.admin,
    query: { cameraId: String(cameraId) },
  })
  expect(data).toEqual([
    { token: '1', name: 'Gate' },
    { token: '2', name: '2' },
  ])
  expect(await call('goToPreset', { cameraId, token: '1' })).toMatchObject({ code: 0 })
  expect(onvif.told.at(-1)).toContain('<PresetToken>1</PresetToken>')
  expect(await call('move', { cameraId, pan: 2, tilt: 0, zoom: 0 })).toMatchObject({ id: 'field.tooBig' })
  expect(await call('move', { cameraId, pan: 1, tilt: 0, zoom: 0 }, server.tokens.stranger)).toMatchObject({
    id: 'row.unknown',
  })
})

test('what a camera has is asked for its form, what browsers can show first, without its account', async () => {
  const onvif = await startFalseOnvif('sesame')
  open.push({ close: () => void onvif.stop() })
  const asked = { onvifAddress: onvif.address, username: 'viewer', password: 'sesame' }
  expect(await call('ask', asked)).toMatchObject({
    code: 0,
    data: {
      maker: 'Maker <1>',
      canMove: true,
      profiles: [
        { codec: 'H264', width: 1920, name: 'main & more', address: 'rtsp://10.0.0.9:554/stream' },
        { codec: 'H264', width: 640 },
        { codec: 'H265' },
      ],
    },
  })
  expect(await call('ask', { ...asked, password: 'wrong' })).toMatchObject({ id: 'camera.account' })
  expect(await call('ask', { ...asked, onvifAddress: 'http://169.254.169.254/x' })).toMatchObject({
    id: 'camera.network',
  })
  expect(await call('ask', { ...asked, onvifAddress: 'http://127.0.0.1:1/x' })).toMatchObject({
    id: 'camera.unreachable',
  })
})

test('a kept password goes to no other address than the one it was kept for', async () => {
  const [own, other] = [await startFalseOnvif('sesame'), await startFalseOnvif('sesame')]
  open.push({ close: () => void Promise.all([own.stop(), other.stop()]) })
  const cameraId = await keep({
    source: 'rtsp',
    mainAddress: 'rtsp://127.0.0.1:1/x',
    username: 'viewer',
    password: 'sesame',
    onvifAddress: own.address,
  })
  expect(await call('ask', { cameraId, onvifAddress: own.address })).toMatchObject({ code: 0 })
  expect(await call('ask', { cameraId, onvifAddress: other.address })).toMatchObject({ id: 'camera.account' })
})

test('a camera without ONVIF cannot be moved', async () => {
  const cameraId = await keep({ source: 'whip' })
  expect(await call('move', { cameraId, pan: 0, tilt: 0, zoom: 0 })).toMatchObject({
    id: 'camera.cannotMove',
  })
})
