// Reads what a camera sends over one TCP connection: answers to our requests, and media packets between them (RFC 2326, section
// 10.12). The other end is not trusted: every length has a limit.

export interface RtspAnswer {
  status: number
  reason: string
  /** By lower-case name; of several of one name the first, but for `www-authenticate`, which are joined by line breaks. */
  headers: ReadonlyMap<string, string>
  body: string
}

export interface StreamEvents {
  onAnswer(answer: RtspAnswer): void
  /** A packet of RTP or RTCP. The bytes are valid during the call only. */
  onPacket(channel: number, packet: Buffer): void
}

/** Thrown when the other end does not speak the protocol. */
export class RtspSpeechError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RtspSpeechError'
  }
}

const DOLLAR = 0x24
const MOST_HEAD = 16_384
const MOST_BODY = 65_536
const HEAD_END = Buffer.from('\r\n\r\n')
const FIRST_LINE = /^RTSP\/1\.\d (\d{3})(?: (.*))?$/
const REQUEST_LINE = /^[A-Z_]+ \S+ RTSP\/1\.\d$/

/** Takes the bytes as they come, in pieces of any size. `push` throws `RtspSpeechError`; nothing is to be pushed after that. */
export function createStreamReader(events: StreamEvents): { push(bytes: Buffer): void } {
  let rest: Buffer = Buffer.alloc(0)

  /** How many bytes of `bytes` from `at` on made one whole part; 0: it is not whole yet. */
  const readOne = (bytes: Buffer, at: number): number =>
    bytes[at] === DOLLAR ? readPacket(bytes, at) : readHead(bytes, at)

  const readPacket = (bytes: Buffer, at: number): number => {
    if (bytes.length - at < 4) return 0
    const length = bytes.readUInt16BE(at + 2)
    if (bytes.length - at < 4 + length) return 0
    events.onPacket(bytes.readUInt8(at + 1), bytes.subarray(at + 4, at + 4 + length))
    return 4 + length
  }

  const readHead = (bytes: Buffer, at: number): number => {
    const end = bytes.indexOf(HEAD_END, at)
    if (end < 0 || end - at > MOST_HEAD) {
      if (bytes.length - at > MOST_HEAD) throw new RtspSpeechError('A head without an end')
      return 0
    }
    const lines = bytes.toString('latin1', at, end).split('\r\n')
    const headers = readHeaders(lines.slice(1))
    const length = lengthOf(headers.get('content-length'))
    const bodyAt = end + HEAD_END.length
    if (bytes.length < bodyAt + length) return 0
    const first = lines[0] ?? ''
    const [, status, reason = ''] = FIRST_LINE.exec(first) ?? []
    // Some cameras ask in their turn (OPTIONS, ANNOUNCE); nothing of it is needed.
    if (status === undefined && !REQUEST_LINE.test(first)) throw new RtspSpeechError('Not RTSP')
    if (status !== undefined)
      events.onAnswer({
        status: Number(status),
        reason,
        headers,
        body: bytes.toString('utf8', bodyAt, bodyAt + length),
      })
    return bodyAt + length - at
  }

  return {
    push(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      let at = 0
      while (at < all.length) {
        // Line breaks after a body are no part of what follows.
        if (all[at] === 0x0d || all[at] === 0x0a) {
          at++
          continue
        }
        const read = readOne(all, at)
        if (read === 0) break
        at += read
      }
      // A copy: what lies before it may be large, and must not be held by it.
      rest = Buffer.from(all.subarray(at))
    },
  }
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) throw new RtspSpeechError('Not a header')
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers.get(name)
    if (before === undefined) headers.set(name, value)
    else if (name === 'www-authenticate') headers.set(name, `${before}\n${value}`)
  }
  return headers
}

function lengthOf(said: string | undefined): number {
  if (said === undefined) return 0
  const length = /^\d{1,9}$/.test(said) ? Number(said) : Number.NaN
  if (!(length <= MOST_BODY)) throw new RtspSpeechError('A body of no possible length')
  return length
}
