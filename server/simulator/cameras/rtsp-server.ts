// Simulated cameras: an RTSP server on this machine that shows `/<scene>` and `/<scene>-small`, over TCP, to whoever asks.
import { randomInt } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { packetizeH264 } from '../../modules/cameras/engine/h264.ts'
import { FRAMES_PER_SECOND, humAt, type Scene, sceneOf } from './scenes.ts'

const MOST_PAYLOAD = 1300
const MOST_HEAD = 8_192
const TICK_MS = 20
const SOUND_TICKS = 160
/** Who reads too slowly loses pictures, as with real cameras. */
const MOST_UNSENT = 1_000_000

export interface SimulatedCameras {
  port: number
  /** Cuts all lines, and answers nobody until it is called with false: what becomes of a camera that loses its power. */
  dark(on: boolean): void
  stop(): Promise<void>
}

export async function startSimulatedCameras(port = 0): Promise<SimulatedCameras> {
  const sockets = new Set<Socket>()
  let isDark = false
  const server: Server = createServer(socket => {
    if (isDark) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('error', () => {})
    const end = serve(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : port,
    dark(on) {
      isDark = on
      if (on) cut()
    },
    stop: () =>
      new Promise(resolve => {
        cut()
        server.close(() => resolve())
      }),
  }
}

function descriptionOf({ parameters: { sequence, picture } }: Scene): string {
  const level = sequence.subarray(1, 4).toString('hex')
  const sets = `${sequence.toString('base64')},${picture.toString('base64')}`
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=simulated camera',
    't=0 0',
    'a=control:*',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    `a=fmtp:96 packetization-mode=1;profile-level-id=${level};sprop-parameter-sets=${sets}`,
    'a=control:trackID=1',
    'm=audio 0 RTP/AVP 8',
    'a=rtpmap:8 PCMA/8000',
    'a=control:trackID=2',
    '',
  ].join('\r\n')
}

/** Answers one connection; the answer ends what it plays. */
function serve(socket: Socket): () => void {
  const channels = new Map<'video' | 'audio', number>()
  let scene: Scene | undefined
  let rest = ''
  let stop = () => {}
  socket.setNoDelay(true)

  const answer = (status: string, sequence: string, headers: readonly string[] = [], body = '') =>
    socket.write(
      [
        `RTSP/1.0 ${status}`,
        `CSeq: ${sequence}`,
        ...headers,
        ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
        '',
        body,
      ].join('\r\n'),
    )
  const obey = (method: string, uri: string, head: string, sequence: string) => {
    if (method === 'OPTIONS')
      answer('200 OK', sequence, ['Public: DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN'])
    else if (method === 'DESCRIBE') {
      const [, name = '', small] = /^\/(\w+?)(-small)?$/.exec(new URL(uri).pathname) ?? []
      scene = sceneOf(name, small !== undefined)
      if (scene) answer('200 OK', sequence, ['Content-Type: application/sdp'], descriptionOf(scene))
      else answer('404 Not Found', sequence)
    } else if (method === 'SETUP') {
      const [, first = '0'] = /interleaved=(\d{1,3})-/.exec(head) ?? []
      channels.set(uri.endsWith('trackID=2') ? 'audio' : 'video', Number(first))
      const transport = `Transport: RTP/AVP/TCP;unicast;interleaved=${first}-${Number(first) + 1}`
      answer('200 OK', sequence, [transport, 'Session: simulated;timeout=60'])
    } else if (method === 'PLAY' && scene) {
      answer('200 OK', sequence, ['Session: simulated'])
      stop()
      stop = play(scene, socket, channels)
    } else if (method === 'TEARDOWN') {
      answer('200 OK', sequence)
      socket.end()
    } else answer('200 OK', sequence)
  }
  socket.on('data', bytes => {
    // What is said to the camera comes between the requests and is not listened to.
    rest = (rest + bytes.toString('latin1')).slice(-MOST_HEAD)
    for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
      const head = rest.slice(0, end)
      rest = rest.slice(end + 4)
      const [, method = '', uri = ''] = /(\b[A-Z_]+) (rtsp:\S+) RTSP\/1\.0/.exec(head) ?? []
      const [, sequence = '0'] = /CSeq: *(\d+)/i.exec(head) ?? []
      if (method !== '') obey(method, uri, head, sequence)
    }
  })
  return () => stop()
}

/** Every camera is at the same place of its loop, whoever came when, and begins with a picture that stands by itself. */
function play(scene: Scene, socket: Socket, channels: ReadonlyMap<'video' | 'audio', number>): () => void {
  const lines = { video: line(socket, 96), audio: line(socket, 8) }
  const { sequence, picture } = scene.parameters
  const began = Date.now()
  const frameAt = (ms: number) => Math.floor((ms * FRAMES_PER_SECOND) / 1000)
  let frame = frameAt(began)
  while (!scene.frames[frame % scene.frames.length]?.key) frame--
  let part = Math.floor(began / TICK_MS)
  const tick = () => {
    const now = Date.now()
    const [video, audio] = [channels.get('video'), channels.get('audio')]
    for (; frame <= frameAt(now); frame++) {
      const shown = scene.frames[frame % scene.frames.length]
      if (video === undefined || !shown || socket.writableLength > MOST_UNSENT) continue
      const units = shown.key ? [sequence, picture, ...shown.units] : shown.units
      lines.video(video, packetizeH264(units, MOST_PAYLOAD), frame * (90_000 / FRAMES_PER_SECOND))
    }
    for (; part <= now / TICK_MS; part++)
      if (audio !== undefined) lines.audio(audio, [humAt(part)], part * SOUND_TICKS)
  }
  const timer = setInterval(tick, TICK_MS)
  tick()
  return () => clearInterval(timer)
}

function line(socket: Socket, payloadType: number) {
  let sequence = randomInt(0xffff)
  return (channel: number, payloads: readonly Buffer[], timestamp: number) => {
    for (const [index, payload] of payloads.entries()) {
      const head = Buffer.alloc(16)
      head.writeUInt8(0x24, 0)
      head.writeUInt8(channel, 1)
      head.writeUInt16BE(12 + payload.length, 2)
      head.writeUInt8(0x80, 4)
      head.writeUInt8((index === payloads.length - 1 ? 0x80 : 0) | payloadType, 5)
      head.writeUInt16BE(sequence, 6)
      head.writeUInt32BE(timestamp >>> 0, 8)
      head.writeUInt32BE(payloadType, 12)
      sequence = (sequence + 1) & 0xffff
      socket.write(Buffer.concat([head, payload]))
    }
  }
}
