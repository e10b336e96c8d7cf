// Cameras over RTSP: what a good one plays, and what becomes of those that stall, lie, or never end.
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  CameraError,
  type Playing,
  type PlayOptions,
  playCamera,
} from '../../../../server/modules/cameras/rtsp/client.ts'
import type { CameraTrack } from '../../../../server/modules/cameras/rtsp/description.ts'
import { type Asked, type CameraLine, type FalseCamera, SDP, startFalseCamera } from './false-camera.ts'

const running: { stop(): unknown }[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

async function camera(...how: Parameters<typeof startFalseCamera>): Promise<FalseCamera> {
  const started = await startFalseCamera(...how)
  running.push(started)
  return started
}

interface Played {
  packets: { kind: CameraTrack['kind']; text: string; isControl: boolean }[]
  ends: (CameraError | undefined)[]
  playing: Playing
}

async function play(address: string, more: Partial<PlayOptions> = {}): Promise<Played> {
  const packets: Played['packets'] = []
  const ends: Played['ends'] = []
  const playing = await playCamera({
    address,
    connect: (host, port) => connect(port, host),
    choose: ({ tracks }) => tracks,
    onPacket: ({ kind }, packet, isControl) => packets.push({ kind, text: packet.toString(), isControl }),
    onEnd: error => ends.push(error),
    patience: { answer: 400, silence: 400 },
    ...more,
  })
  running.push(playing)
  return { packets, ends, playing }
}

const faultOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'it plays',
    error => (error instanceof CameraError ? error.fault : error),
  )

test('picture and sound are set up and played, and their packets told apart', async () => {
  const { address, asked } = await camera(({ method }, line) => {
    if (method !== 'PLAY') return undefined
    line.answer('200 OK')
    line.packet(0, Buffer.from('picture'))
    line.packet(3, Buffer.from('report'))
    line.packet(2, Buffer.from('sound'))
    line.packet(9, Buffer.from('nobody set this up'))
    return 'done'
  })
  const { packets, playing } = await play(address)
  await expect
    .poll(() => packets)
    .toEqual([
      { kind: 'video', text: 'picture', isControl: false },
      { kind: 'audio', text: 'report', isControl: true },
      { kind: 'audio', text: 'sound', isControl: false },
    ])
  expect(playing.tracks.map(({ codec, clockRate }) => [codec, clockRate])).toEqual([
    ['H264', 90_000],
    ['PCMA', 8000],
  ])
  expect(playing.tracks[0]?.parameters.get('profile-level-id')).toBe('64001f')
  expect(asked.map(({ method, uri }) => `${method} ${uri.replace(address, '')}`)).toEqual([
    'DESCRIBE ',
    'SETUP /trackID=1',
    'SETUP /trackID=2',
    'PLAY ',
  ])
})

test('bytes may come one by one, with packets between the parts of an answer never', async () => {
  const { address } = await camera(({ method }, line) => {
    if (method !== 'PLAY') return undefined
    line.socket.setNoDelay(true)
    const all = Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 4\r\n\r\n$\0\0\x03one$\0\0\x03two', 'latin1')
    for (const byte of all) line.raw(Buffer.from([byte]))
    return 'done'
  })
  const { packets } = await play(address)
  await expect.poll(() => packets.map(({ text }) => text)).toEqual(['one', 'two'])
})

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const digestOf = ({ method, headers }: Asked) => {
  const field = (name: string) =>
    new RegExp(`${name}="?([^",]+)`).exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const secret = md5('viewer:Cam:pa ss"wort')
  const asked = md5(`${method}:${field('uri')}`)
  return {
    given: field('response'),
    wanted: md5(`${secret}:${field('nonce')}:${field('nc')}:${field('cnonce')}:auth:${asked}`),
    nonce: field('nonce'),
  }
}

test('the account is proven by Digest, anew when the nonce is outdated, and never sent', async () => {
  let nonce = 'first'
  const guarded = await camera((asked, line) => {
    const { given, wanted, nonce: used } = digestOf(asked)
    if (given !== '' && given === wanted && used === nonce) return undefined
    line.answer('401 Unauthorized', [
      'WWW-Authenticate: Basic realm="Cam"',
      `WWW-Authenticate: Digest realm="Cam", nonce="${nonce}", qop="auth", stale="FALSE"`,
    ])
    return 'done'
  })
  const account = { username: 'viewer', password: 'pa ss"wort' }
  await play(guarded.address, {
    account,
    choose: ({ tracks }) => {
      nonce = 'second'
      return tracks
    },
  })
  const said = guarded.asked.map(({ headers }) => headers.get('authorization') ?? '')
  expect(said.filter(one => one.includes('second')).length).toBeGreaterThan(0)
  expect(said.some(one => one.includes('Basic') || one.includes('pa ss'))).toBe(false)
})

test.each([
  ['a wrong account', '401 Unauthorized', 'forbidden'],
  ['a closed stream', '403 Forbidden', 'forbidden'],
  ['an unknown stream', '404 Not Found', 'notFound'],
  ['a camera that sends us elsewhere', '302 Moved', 'refused'],
  ['a broken camera', '500 Error', 'refused'],
])('%s is told as such', async (_what, status, fault) => {
  const { address } = await camera((_asked, line) => {
    line.answer(status, ['Location: rtsp://127.0.0.1:1/x', 'WWW-Authenticate: Digest realm="Cam", nonce="n"'])
    return 'done'
  })
  expect(await faultOf(play(address, { account: { username: 'a', password: 'b' } }))).toBe(fault)
})

const says = (bytes: string | Buffer) => (_asked: Asked, line: CameraLine) => {
  line.raw(bytes)
  return 'done' as const
}
test.each([
  ['answers with a web page', says('HTTP/1.1 200 OK\r\n\r\n<html>'), 'notRtsp'],
  ['never ends its head', says(`RTSP/1.0 200 OK\r\nX: ${'x'.repeat(20_000)}`), 'notRtsp'],
  [
    'names a body of a gigabyte',
    says('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 999999999\r\n\r\n'),
    'notRtsp',
  ],
  [
    'names a body of a negative length',
    says('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: -5\r\n\r\n'),
    'notRtsp',
  ],
  [
    'never sends the body it named',
    says('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 500\r\n\r\nv=0'),
    'stalled',
  ],
  ['promises a packet that never ends', says(Buffer.from([0x24, 0, 0xff, 0xff, 1])), 'stalled'],
  ['describes nothing', says('RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n'), 'noTracks'],
  ['never answers', () => 'done' as const, 'unreachable'],
])('a camera that %s', async (_what, how, fault) => {
  const { address, connections } = await camera(how)
  expect(await faultOf(play(address))).toBe(fault)
  await expect.poll(connections).toBe(0)
})

test('a camera that hangs up, and one that is not there', async () => {
  const { address } = await camera((_asked, { socket }) => {
    socket.destroy()
    return 'done'
  })
  expect(await faultOf(play(address))).toBe('closed')
  const gone = await startFalseCamera()
  await gone.stop()
  expect(await faultOf(play(gone.address))).toBe('unreachable')
})

test.each([
  ['a session with a line break in it', 'Session: a b'],
  ['no session', 'X: y'],
])('%s is refused', async (_what, header) => {
  const { address } = await camera(({ method }, line) => {
    if (method !== 'SETUP') return undefined
    line.answer('200 OK', ['Transport: RTP/AVP/TCP;interleaved=0-1', header])
    return 'done'
  })
  expect(await faultOf(play(address))).toBe('refused')
})

test('channels that two tracks would share are refused', async () => {
  const { address } = await camera(({ method }, line) => {
    if (method !== 'SETUP') return undefined
    line.answer('200 OK', ['Transport: RTP/AVP/TCP;interleaved=4-5', 'Session: s'])
    return 'done'
  })
  expect(await faultOf(play(address))).toBe('refused')
})

test('one that falls silent while it plays is told, and its connection is closed', async () => {
  const { address, connections } = await camera()
  const { ends } = await play(address)
  await expect.poll(() => ends.map(error => error?.fault)).toEqual(['stalled'])
  await expect.poll(connections).toBe(0)
})

test('stopping tells the camera, and ends once', async () => {
  const { address, asked, connections } = await camera()
  const { ends, playing } = await play(address)
  playing.stop()
  playing.stop()
  await expect.poll(() => asked.at(-1)?.method).toBe('TEARDOWN')
  expect(asked.at(-1)?.headers.get('session')).toBe('abc1')
  await expect.poll(connections).toBe(0)
  expect(ends).toEqual([undefined])
})

test('an opening that is given up leaves nothing open', async () => {
  const { address, connections } = await camera(() => 'done')
  const abort = new AbortController()
  const opening = faultOf(play(address, { abort: abort.signal }))
  await expect.poll(connections).toBe(1)
  abort.abort()
  expect(await opening).toBe('closed')
  await expect.poll(connections).toBe(0)
})

test('what the camera asks of us, and answers to nobody, are passed over', async () => {
  const { address } = await camera(({ method }, line) => {
    if (method !== 'DESCRIBE') return undefined
    line.raw('OPTIONS * RTSP/1.0\r\nCSeq: 77\r\n\r\n')
    line.raw('RTSP/1.0 200 OK\r\nCSeq: 99\r\n\r\n')
    line.answer('200 OK', [], SDP)
    return 'done'
  })
  expect((await play(address)).playing.tracks).toHaveLength(2)
})
