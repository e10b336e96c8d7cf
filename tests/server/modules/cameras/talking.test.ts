// Talking through a camera: who may is heard there while they hold the word, and nobody else ever is.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type SimulatedCameras,
  startSimulatedCameras,
} from '../../../../server/simulator/cameras/rtsp-server.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { eventually } from '../conference/conference-stage.ts'
import { type FalseCamera, SDP, startFalseCamera } from './false-camera.ts'
import { type LiveViewer, type Watching, watch } from './live-viewer.ts'

const BACK = `${SDP}m=audio 0 RTP/AVP 8\r\na=control:trackID=4\r\na=sendonly\r\n`
const ASKS_BACK = 'www.onvif.org/ver20/backchannel'
/** A picture's part that shows nothing: as long as something comes, the camera is there. */
const SOMETHING = Buffer.from([0x80, 96, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 6, 5, 1, 0, 0x80])

interface Heard {
  channel: number
  packet: Buffer
}

/** What is said to a camera between the requests. */
function listen(onHeard: (heard: Heard) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return bytes => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length > 4) {
      const isSaid = rest[0] === 0x24
      const end = isSaid ? 4 + rest.readUInt16BE(2) : rest.indexOf('\r\n\r\n') + 4
      if (isSaid ? rest.length < end : end < 4) return
      if (isSaid) onHeard({ channel: rest.readUInt8(1), packet: rest.subarray(4, end) })
      rest = rest.subarray(end)
    }
  }
}

let server: TestServer
let simulated: SimulatedCameras
let talking: FalseCamera
let backChannel: number | undefined
const heard: Heard[] = []
const timers: NodeJS.Timeout[] = []
const tokens = { listener: '', speaker: '', second: '' }
beforeAll(async () => {
  simulated = await startSimulatedCameras()
  talking = await startFalseCamera(
    ({ method, uri, headers }, line) => {
      const isBack = headers.get('require') === ASKS_BACK
      if (method === 'DESCRIBE') line.answer('200 OK', ['Content-Type: application/sdp'], isBack ? BACK : SDP)
      else if (method === 'SETUP') {
        const [, channel = '0'] = /interleaved=(\d+)-/.exec(headers.get('transport') ?? '') ?? []
        if (uri.endsWith('trackID=4')) backChannel = Number(channel)
        line.answer('200 OK', [`Transport: ${headers.get('transport')}`, 'Session: abc1;timeout=60'])
      } else if (method === 'PLAY') {
        line.answer('200 OK', ['Session: abc1'])
        timers.push(setInterval(() => line.packet(0, SOMETHING), 200))
      } else return undefined
      return 'done'
    },
    line =>
      void line.socket.on(
        'data',
        listen(one => heard.push(one)),
      ),
  )
  server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' })
  await server.sql(async sql => {
    await sql.query(`update tenant set camera_networks = '127.0.0.0/8'`)
    const { tenantId } = server.here
    const [admin] = await sql.query<{ password_hash: string }>(
      `select password_hash from account where username = 'admin'`,
    )
    const person = async (username: string, permissions: readonly string[]) => {
      const account = await insert(sql, 'account', {
        tenant_id: tenantId,
        username,
        name: username,
        password_hash: admin?.password_hash,
      })
      const role = await insert(sql, 'role', {
        tenant_id: tenantId,
        name: `role ${username}`,
        scope: 'tenant',
      })
      await sql.change(
        'insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, id from resource where mark = any($3)',
        [tenantId, role, permissions],
      )
      await sql.change('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
        tenantId,
        account,
        role,
      ])
    }
    await person('listener', ['camera.watch'])
    await person('speaker', ['camera.watch', 'camera.talk'])
  })
  for (const name of ['listener', 'speaker', 'second'] as const) tokens[name] = await server.logIn(name)
})
afterAll(async () => {
  for (const timer of timers) clearInterval(timer)
  await server?.stop()
  await talking?.stop()
  await simulated?.stop()
})

const open: LiveViewer[] = []
afterEach(async () => {
  for (const one of open.splice(0)) one.close()
})
const look = async (watching: Watching, token = server.tokens.admin) => {
  const viewer = await watch(server, token, { talk: true, ...watching })
  open.push(viewer)
  return viewer
}
let made = 0
async function keep(more: Record<string, unknown> = {}): Promise<number> {
  const { code, id, data } = await server.call('/api/device/camera/save', {
    token: server.tokens.admin,
    body: {
      name: `Talking ${++made}`,
      source: 'rtsp',
      mainAddress: talking.address,
      talks: true,
      enabled: true,
      ...more,
    },
  })
  if (code !== 0) throw new Error(id)
  return (data as { id: number }).id
}
const call = (path: string, body: unknown, token = server.tokens.admin) =>
  server.call(`/api/device/camera/${path}`, { token, body })
const talk = (viewId: string, on: boolean, token?: string) => call('speak', { viewId, on }, token)
const payloadOf = (letter: string) => Buffer.alloc(160, letter)
const saidAs = (letter: string) => heard.filter(({ packet }) => packet.subarray(12).equals(payloadOf(letter)))
/** Speaks until the camera hears it. */
const isHeard = (viewer: LiveViewer, letter: string) =>
  eventually(`${letter} at the camera`, () => {
    viewer.say(payloadOf(letter))
    return saidAs(letter).length > 0
  })
/** Speaks for half a second. */
async function isUnheard(viewer: LiveViewer, letter: string) {
  for (let index = 0; index < 20; index++) {
    viewer.say(payloadOf(letter))
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  expect(saidAs(letter)).toEqual([])
}

test('what is said reaches a camera that takes it, from the word on until it is given back', async () => {
  const cameraId = await keep()
  const viewer = await look({ cameraId })
  expect(viewer.answer).toMatchObject({ code: 0, data: { sound: true, canTalk: true } })
  await isUnheard(viewer, 'a')
  expect(await talk(viewer.viewId, true)).toMatchObject({ code: 0 })
  await isHeard(viewer, 'b')
  await eventually('more of it', () => {
    viewer.say(payloadOf('b'))
    return saidAs('b').length > 3
  })
  // As one stream of its own: over the way back, in its codec, without a gap, begun once.
  const said = saidAs('b').map(({ packet }) => packet)
  expect(saidAs('b').every(({ channel }) => channel === backChannel)).toBe(true)
  expect(said.map(packet => packet.readUInt8(1))).toEqual([0x88, ...said.slice(1).map(() => 8)])
  expect(said.map(packet => packet.readUInt16BE(2))).toEqual(said.map((_, index) => index))
  expect(await talk(viewer.viewId, false)).toMatchObject({ code: 0 })
  // What was on its way may still come.
  await new Promise(resolve => setTimeout(resolve, 200))
  await isUnheard(viewer, 'c')
  const audited = await server.sql(sql =>
    sql.query<{ action: string }>(
      `select action from audit where entity = 'camera' and row_id = $1 and action like 'camera.talk%' order by id`,
      [cameraId],
    ),
  )
  expect(audited.map(({ action }) => action)).toEqual(['camera.talk', 'camera.talkEnd'])
})

test('one has the word at a time: others wait until it is given back, or its holder leaves', async () => {
  const cameraId = await keep()
  const first = await look({ cameraId })
  const second = await look({ cameraId }, tokens.second)
  expect(await talk(first.viewId, true)).toMatchObject({ code: 0 })
  expect(await talk(second.viewId, true, tokens.second)).toMatchObject({ id: 'camera.talkBusy' })
  // Giving back what one does not have takes it from nobody.
  expect(await talk(second.viewId, false, tokens.second)).toMatchObject({ code: 0 })
  expect(await talk(second.viewId, true, tokens.second)).toMatchObject({ id: 'camera.talkBusy' })
  await isHeard(first, 'd')
  await isUnheard(second, 'e')
  // Taken twice it is one's own still.
  expect(await talk(first.viewId, true)).toMatchObject({ code: 0 })
  await call('leave', { viewId: first.viewId })
  expect(await talk(second.viewId, true, tokens.second)).toMatchObject({ code: 0 })
  await isHeard(second, 'f')
})

test('the word is each camera’s own', async () => {
  const [one, other] = [await look({ cameraId: await keep() }), await look({ cameraId: await keep() })]
  expect(await talk(one.viewId, true)).toMatchObject({ code: 0 })
  expect(await talk(other.viewId, true)).toMatchObject({ code: 0 })
})

test('a camera without a way back, one that is not to talk, and a page without a microphone cannot', async () => {
  const withoutWay = await look({
    cameraId: await keep({ mainAddress: `rtsp://127.0.0.1:${simulated.port}/gate` }),
  })
  const unwanted = await look({ cameraId: await keep({ talks: false }) })
  const deaf = await look({ cameraId: await keep(), talk: false })
  for (const viewer of [withoutWay, unwanted, deaf]) {
    expect(viewer.answer).toMatchObject({ code: 0, data: { sound: true, canTalk: false } })
    expect(await talk(viewer.viewId, true)).toMatchObject({ id: 'camera.cannotTalk' })
  }
  await isUnheard(unwanted, 'g')
})

test('whoever may only look is not offered it, and refused', async () => {
  const viewer = await look({ cameraId: await keep() }, tokens.listener)
  expect(viewer.answer).toMatchObject({ code: 0, data: { canTalk: false } })
  expect(await talk(viewer.viewId, true, tokens.listener)).toMatchObject({ id: 'forbidden' })
  await isUnheard(viewer, 'h')
})

test('nobody speaks over the view of another: of another tenant, of a colleague, or of another session', async () => {
  const viewer = await look({ cameraId: await keep() })
  for (const token of [server.tokens.stranger, tokens.second, await server.logIn('admin')])
    expect(await talk(viewer.viewId, true, token)).toMatchObject({ id: 'camera.viewOver' })
  await isUnheard(viewer, 'i')
  expect(await talk(viewer.viewId, true)).toMatchObject({ code: 0 })
  // Nor does anybody take the word away.
  for (const token of [server.tokens.stranger, tokens.second])
    expect(await talk(viewer.viewId, false, token)).toMatchObject({ id: 'camera.viewOver' })
  await isHeard(viewer, 'j')
})

test('whoever loses the right to talk is heard no longer, though the picture goes on', async () => {
  const viewer = await look({ cameraId: await keep() }, tokens.speaker)
  expect(viewer.answer).toMatchObject({ code: 0, data: { canTalk: true } })
  expect(await talk(viewer.viewId, true, tokens.speaker)).toMatchObject({ code: 0 })
  await isHeard(viewer, 'k')
  await server.sql(async sql => {
    await sql.change(
      `delete from role_resource where resource_id in (select id from resource where mark = 'camera.talk')
         and role_id = (select id from role where name = 'role speaker')`,
    )
    sql.afterCommit(() => server.app.parts.bus.emit('rights.changed', {}))
  })
  await eventually('the refusal', async () => {
    const { id } = await talk(viewer.viewId, true, tokens.speaker)
    return id === 'forbidden'
  })
  await new Promise(resolve => setTimeout(resolve, 500))
  await isUnheard(viewer, 'l')
  expect(await call('keep', { viewIds: [viewer.viewId] }, tokens.speaker)).toMatchObject({
    data: { over: [] },
  })
})

test('over a view that has ended nothing is said', async () => {
  const left = await look({ cameraId: await keep() })
  await call('leave', { viewId: left.viewId })
  expect(await talk(left.viewId, true)).toMatchObject({ id: 'camera.viewOver' })
  expect(await talk('x'.repeat(32), true)).toMatchObject({ id: 'camera.viewOver' })
  expect(await talk('no view', true)).toMatchObject({ id: 'field.format' })
})

test('a view that is not open yet is over too when its camera is changed', async () => {
  const cameraId = await keep()
  const viewer = await look({ cameraId })
  expect(await talk(viewer.viewId, true)).toMatchObject({ code: 0 })
  await server.sql(sql => sql.change('update camera set talks = false where id = $1', [cameraId]))
  server.app.parts.bus.emit('camera.changed', { id: cameraId })
  await eventually('over', async () => (await talk(viewer.viewId, true)).id === 'camera.viewOver')
  await isUnheard(viewer, 'm')
  expect(await call('keep', { viewIds: [viewer.viewId] })).toMatchObject({ data: { over: [viewer.viewId] } })
})

const section = (kind: string, mid: string, more = '') =>
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:${mid}\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\n${more}`
test.each([
  ['nothing but a head', 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n'],
  ['a line without a name', 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 H264/90000\r\n'],
  ['a line twice', `v=0\r\n${section('video', '0')}${section('video', '0')}`],
  ['seven lines', `v=0\r\n${[0, 1, 2, 3, 4, 5, 6].map(mid => section('video', String(mid))).join('')}`],
  ['a line that only sends', `v=0\r\n${section('video', '0', 'a=sendonly\r\n')}`],
  ['no line of pictures', `v=0\r\n${section('audio', '0')}`],
  ['neither fingerprint nor password', `v=0\r\n${section('video', '0')}`],
])('an offer with %s is refused, and leaves no view', async (_what, sdp) => {
  const cameraId = await keep()
  const before = server.app.cameras.health().views
  const { answer } = await look({ cameraId, sdp })
  expect(answer).toMatchObject({ id: 'camera.description' })
  expect(server.app.cameras.health().views).toBe(before)
})

test('with the offer of another one gets a view of one’s own, and theirs goes on', async () => {
  const cameraId = await keep({ mainAddress: `rtsp://127.0.0.1:${simulated.port}/gate` })
  let offer = ''
  const viewer = await look({
    cameraId,
    sdp: own => {
      offer = own
      return own
    },
  })
  await eventually('pictures', () => viewer.frames() > 3)
  const { data } = await call('watch', { cameraId, stream: 'main', sdp: offer }, tokens.second)
  const { viewId } = data as { viewId: string }
  expect(viewId).not.toBe(viewer.viewId)
  expect(await call('leave', { viewId }, tokens.second)).toMatchObject({ code: 0 })
  const before = viewer.frames()
  await eventually('pictures still', () => viewer.frames() > before + 5)
  expect(await call('keep', { viewIds: [viewer.viewId] })).toMatchObject({ data: { over: [] } })
})

test('to a connection with another fingerprint than the offer’s nothing is sent', async () => {
  const cameraId = await keep({ mainAddress: `rtsp://127.0.0.1:${simulated.port}/gate` })
  const stolen = await look({
    cameraId,
    sdp: own =>
      own.replace(/^a=fingerprint:sha-256 .*$/gm, `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`),
  })
  expect(stolen.answer).toMatchObject({ code: 0 })
  const rightful = await look({ cameraId })
  await eventually('pictures of the rightful', () => rightful.frames() > 20)
  expect(stolen.frames()).toBe(0)
  expect(stolen.sounds()).toBe(0)
})
