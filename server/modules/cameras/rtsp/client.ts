// Plays a camera over RTSP: everything through the one TCP connection that was opened, so that no other way out is needed and
// no firewall stands between.
import { isIPv6, type Socket } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '../../../../src/domain/durations.ts'
import { type CameraAccount, createProof, readChallenge } from './credentials.ts'
import { type CameraDescription, type CameraTrack, RTSP_ADDRESS, readDescription } from './description.ts'
import { createStreamReader, type RtspAnswer, RtspSpeechError } from './stream-reader.ts'

/**
 * Why a camera cannot be seen. `unreachable`: nobody answers there; `forbidden`: the account is refused, or one is needed;
 * `notFound`: it knows no such stream; `notRtsp`: something else answers; `noTracks`: nothing that could be shown; `codec`: nothing in a form that could be;
 * `stalled`: it answers and sends nothing, or has fallen silent; `refused`: anything else it says no with; `closed`: it hung
 * up.
 */
export type CameraFault =
  | 'unreachable'
  | 'forbidden'
  | 'notFound'
  | 'notRtsp'
  | 'noTracks'
  | 'codec'
  | 'stalled'
  | 'refused'
  | 'closed'

export class CameraError extends Error {
  readonly fault: CameraFault
  constructor(fault: CameraFault, message: string = fault, cause?: unknown) {
    super(message, { cause })
    this.name = 'CameraError'
    this.fault = fault
  }
}

export interface PlayOptions {
  /** Absolute, without an account: `rtsp://host:port/path`. */
  address: string
  account?: CameraAccount
  /** Opens the connection; decides where the host's name may lead. */
  connect(host: string, port: number): Socket
  /** Asks for the way back too (ONVIF), by which it takes sound. */
  talks?: boolean
  /** Which of what it offers is wanted; nothing wanted is an error. */
  choose(description: CameraDescription): readonly CameraTrack[]
  onPacket(track: CameraTrack, packet: Buffer, isControl: boolean): void
  /** Once, after `play` has resolved: the camera has gone, or `stop` was called (undefined). */
  onEnd(error: CameraError | undefined): void
  /** Gives up the opening; `play` rejects with its reason. */
  abort?: AbortSignal
  /** Milliseconds without an answer, or without a packet, after which it counts as stalled. */
  patience?: { answer: number; silence: number }
}

export interface Playing {
  tracks: readonly CameraTrack[]
  /** Sends a packet to a track that takes what is sent. */
  send(track: CameraTrack, packet: Buffer): void
  /** Tells the camera, and hangs up. */
  stop(): void
}

const DEFAULT_PORT = 554
const PATIENCE = { answer: 5 * SECOND_MS, silence: 8 * SECOND_MS }
/** What cameras keep a session for when they do not say it. */
const SESSION_S = 60
const SHORTEST_KEEP_ALIVE_MS = 5 * SECOND_MS
const AGENT = 'Gatehouse'
const BACK_CHANNEL = 'Require: www.onvif.org/ver20/backchannel'
/** Of what is said to a camera that takes it too slowly, the rest is lost. */
const MOST_UNSENT = 16_384

/** Resolves when the camera plays; rejects with `CameraError`, nothing left open. */
export async function playCamera(options: PlayOptions): Promise<Playing> {
  const conversation = open(options)
  try {
    return await conversation.play()
  } catch (error) {
    conversation.close()
    throw error
  }
}

function open(options: PlayOptions) {
  const { address, account, choose, onPacket, onEnd, abort, patience = PATIENCE } = options
  const { hostname, port } = new URL(address)
  const host = isIPv6(hostname.slice(1, -1)) ? hostname.slice(1, -1) : hostname
  const socket = options.connect(host, port === '' ? DEFAULT_PORT : Number(port))
  const channels = new Map<number, { track: CameraTrack; isControl: boolean }>()
  let prove: ReturnType<typeof createProof> | undefined
  let sequence = 0
  let session: string | undefined
  let waiting: { sequence: number; settle(answer: RtspAnswer): void; fail(error: Error): void } | undefined
  let playing = false
  let ended = false
  let lastPacket = Date.now()
  const timers: NodeJS.Timeout[] = []

  const fail = (error: CameraError) => {
    if (ended) return
    ended = true
    for (const timer of timers) clearInterval(timer)
    abort?.removeEventListener('abort', onAbort)
    socket.destroy()
    waiting?.fail(error)
    waiting = undefined
    if (playing) onEnd(error)
  }
  const onAbort = () => fail(new CameraError('closed', 'given up'))
  if (abort?.aborted) onAbort()
  abort?.addEventListener('abort', onAbort)

  const reader = createStreamReader({
    onAnswer(answer) {
      // An answer to what was given up for lost long ago.
      if (!waiting || Number(answer.headers.get('cseq')) !== waiting.sequence) return
      const { settle } = waiting
      waiting = undefined
      settle(answer)
    },
    onPacket(channel, packet) {
      const known = channels.get(channel)
      if (!known || ended) return
      if (!known.isControl) lastPacket = Date.now()
      onPacket(known.track, packet, known.isControl)
    },
  })
  socket.setNoDelay(true)
  socket.on('data', bytes => {
    try {
      if (!ended) reader.push(bytes)
    } catch (error) {
      if (!(error instanceof RtspSpeechError)) throw error
      fail(new CameraError('notRtsp', error.message, error))
    }
  })
  socket.on('error', error => fail(new CameraError(playing ? 'closed' : 'unreachable', error.message, error)))
  socket.on('close', () => fail(new CameraError(sequence === 0 ? 'unreachable' : 'closed')))

  /** One request at a time: many cameras answer no second one before the first. */
  const ask = (method: string, uri: string, headers: readonly string[] = []): Promise<RtspAnswer> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(new CameraError('closed'))
      if (waiting) return reject(new CameraError('stalled', 'it has not answered the request before'))
      sequence++
      const late = setTimeout(
        () => fail(new CameraError(sequence === 1 && !socket.bytesRead ? 'unreachable' : 'stalled')),
        patience.answer,
      )
      waiting = {
        sequence,
        settle(answer) {
          clearTimeout(late)
          resolve(answer)
        },
        fail(error) {
          clearTimeout(late)
          reject(error)
        },
      }
      const lines = [
        `${method} ${uri} RTSP/1.0`,
        `CSeq: ${sequence}`,
        `User-Agent: ${AGENT}`,
        ...(session === undefined ? [] : [`Session: ${session}`]),
        ...(prove ? [`Authorization: ${prove(method, uri)}`] : []),
        ...headers,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    })

  /** Asks, and once more with the account when the camera demands it or has a new nonce. */
  const request = async (
    method: string,
    uri: string,
    headers: readonly string[] = [],
  ): Promise<RtspAnswer> => {
    let answer = await ask(method, uri, headers)
    if (answer.status === 401 && account) {
      const challenge = readChallenge(answer.headers.get('www-authenticate') ?? '')
      if (!challenge) throw new CameraError('forbidden', 'it demands a proof that is not known here')
      prove = createProof(challenge, account)
      answer = await ask(method, uri, headers)
    }
    const { status, reason } = answer
    if (status >= 200 && status < 300) return answer
    if (status === 401 || status === 403) throw new CameraError('forbidden')
    if (status === 404 || status === 454) throw new CameraError('notFound')
    // Wherever it would send us: that address was not allowed by anybody.
    throw new CameraError('refused', `${status} ${reason}`.slice(0, 100))
  }

  const setUp = async (track: CameraTrack, index: number): Promise<number> => {
    const wanted = index * 2
    const answer = await request('SETUP', track.control, [
      `Transport: RTP/AVP/TCP;unicast;interleaved=${wanted}-${wanted + 1}`,
      ...(track.takes ? [BACK_CHANNEL] : []),
    ])
    const [, said] = /interleaved=(\d{1,3})-\d{1,3}/.exec(answer.headers.get('transport') ?? '') ?? []
    const channel = said === undefined ? wanted : Number(said)
    if (channel > 254 || channels.has(channel)) throw new CameraError('refused', 'channels that cannot be')
    channels.set(channel, { track, isControl: false })
    channels.set(channel + 1, { track, isControl: true })
    const [id = '', ...rest] = (answer.headers.get('session') ?? '').split(';')
    if (!/^[\w$\-.+]{1,256}$/.test(id)) throw new CameraError('refused', 'a session that cannot be')
    session = id
    const [, seconds] = /timeout=(\d{1,6})/.exec(rest.join(';')) ?? []
    return seconds === undefined ? SESSION_S : Number(seconds)
  }

  const describe = async (): Promise<RtspAnswer> => {
    const accept = 'Accept: application/sdp'
    if (options.talks) {
      try {
        return await request('DESCRIBE', address, [accept, BACK_CHANNEL])
      } catch (error) {
        // It knows no way back; its picture is as good.
        if (!(error instanceof CameraError) || error.fault !== 'refused') throw error
      }
    }
    return request('DESCRIBE', address, [accept])
  }

  const play = async (): Promise<Playing> => {
    const described = await describe()
    const base = described.headers.get('content-base') ?? described.headers.get('content-location') ?? address
    const description = readDescription(described.body, RTSP_ADDRESS.test(base) ? base : address)
    const tracks = choose(description)
    if (tracks.length === 0) throw new CameraError('noTracks')
    let seconds = SESSION_S
    for (const [index, track] of tracks.entries()) seconds = Math.min(seconds, await setUp(track, index))
    const back = tracks.some(({ takes }) => takes) ? [BACK_CHANNEL] : []
    await request('PLAY', description.control, ['Range: npt=0.000-', ...back])
    lastPacket = Date.now()
    playing = true
    const every = Math.min(MINUTE_MS, Math.max(SHORTEST_KEEP_ALIVE_MS, (seconds * SECOND_MS) / 2))
    timers.push(
      setInterval(() => void keepAlive(description.control), every),
      setInterval(() => {
        if (Date.now() - lastPacket > patience.silence) fail(new CameraError('stalled'))
      }, patience.silence / 4),
    )
    return { tracks, send, stop: () => hangUp(description.control) }
  }
  const send = (track: CameraTrack, packet: Buffer) => {
    const channel = [...channels].find(([, one]) => one.track === track && !one.isControl)?.[0]
    if (channel === undefined || ended || socket.writableLength > MOST_UNSENT) return
    const head = Buffer.from([0x24, channel, 0, 0])
    head.writeUInt16BE(packet.length, 2)
    socket.write(Buffer.concat([head, packet]))
  }
  // Whatever it answers, even that it does not know the word, the session was touched.
  const keepAlive = (uri: string) => request('GET_PARAMETER', uri).catch(() => undefined)

  const hangUp = (uri: string) => {
    if (ended) return
    ended = true
    for (const timer of timers) clearInterval(timer)
    abort?.removeEventListener('abort', onAbort)
    sequence++
    const proof = prove ? `Authorization: ${prove('TEARDOWN', uri)}\r\n` : ''
    socket.end(`TEARDOWN ${uri} RTSP/1.0\r\nCSeq: ${sequence}\r\nSession: ${session ?? ''}\r\n${proof}\r\n`)
    // One that never closes its end would hold the connection for good.
    setTimeout(() => socket.destroy(), SECOND_MS).unref()
    onEnd(undefined)
  }
  return { play, close: () => fail(new CameraError('closed')) }
}
