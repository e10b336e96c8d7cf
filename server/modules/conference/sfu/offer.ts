// A participant's offer: what it sends over which line, where there is room for others, and the text that the media library
// is given of it. Only what is known here is passed on.
import { MOST_SDP } from '../../../../src/contract/conference-wire.ts'

const AUDIO_LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'
const TRANSPORT_NUMBER = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'
const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
const KEPT_EXTENSIONS: readonly string[] = [AUDIO_LEVEL, TRANSPORT_NUMBER, RID]
const MOST_LAYERS = 3
const START_KILOBITS = 1_500
/** Says that extensions of both sizes may stand in one packet; nothing here does. */
export const MIXED_EXTENSIONS = /^a=extmap-allow-mixed\r?\n?/gm
/** How a line for sound or picture begins. */
export const MEDIA_LINE = /^m=(audio|video) \d+ (?:UDP|TCP)\/TLS\/RTP\/SAVPF /
/** What a line may be called. */
export const LINE_NAME = /^[\w-]{1,16}$/
/** What says something of one payload type, or of all. */
export const ABOUT_TYPE = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d{1,3}|\*)\s/
/** Two lines up with a picture, one with sound, and room for fifteen others twice. */
const MOST_LINES = 40

export interface OfferedLine {
  mid: string
  kind: 'audio' | 'video'
  /** Up: the participant sends. Down: there is room to send to them. */
  way: 'up' | 'down' | 'none'
  payloadType: number
  /** Numbers of header extensions; undefined where the line has none. */
  audioLevel: number | undefined
  transportNumber: number | undefined
  ridNumber: number | undefined
  /** Names of a picture's layers, from the smallest on; empty where it is sent once. */
  rids: string[]
}

export interface Offer {
  lines: OfferedLine[]
  /** Of these, the microphone, the camera and the screen, as far as there are. */
  up: { audio?: OfferedLine; video?: OfferedLine; screen?: OfferedLine }
  down: { audio: OfferedLine[]; video: OfferedLine[] }
  sdp: string
}

/** What is wrong with it instead, in a few words. */
export function readOffer(sdp: string): Offer | string {
  if (sdp.length > MOST_SDP) return 'too long'
  if (!sdp.startsWith('v=0')) return 'no description'
  const [head = '', ...sections] = sdp.split(/\r?\n(?=m=)/)
  if (sections.length === 0) return 'no media'
  if (sections.length > MOST_LINES) return 'too many lines'
  const lines: OfferedLine[] = []
  const texts: string[] = [head.replace(MIXED_EXTENSIONS, '')]
  for (const section of sections) {
    const read = readSection(section)
    if (typeof read === 'string') return read
    if (lines.some(({ mid }) => mid === read.line.mid)) return 'a line twice'
    lines.push(read.line)
    texts.push(read.text)
  }
  // Packets of layers are told apart by the connection alone.
  if (lines.length > 1 && lines.some(({ rids }) => rids.length > 0)) return 'layers beside other lines'
  const up = (kind: OfferedLine['kind']) => lines.filter(line => line.kind === kind && line.way === 'up')
  const [audio] = up('audio')
  const [video, screen] = up('video')
  const down = (kind: OfferedLine['kind']) => lines.filter(line => line.kind === kind && line.way === 'down')
  return {
    lines,
    up: { ...(audio && { audio }), ...(video && { video }), ...(screen && { screen }) },
    down: { audio: down('audio'), video: down('video') },
    sdp: `${texts.map(text => text.trimEnd()).join('\r\n')}\r\n`,
  }
}

function readSection(section: string): { line: OfferedLine; text: string } | string {
  const rows = section.split(/\r?\n/)
  const kind = MEDIA_LINE.exec(rows[0] ?? '')?.[1]
  if (kind !== 'audio' && kind !== 'video') return 'neither sound nor picture'
  const mid = attributeOf(rows, 'mid')
  if (mid === undefined || !LINE_NAME.test(mid)) return 'a line without a name'
  const codec = kind === 'audio' ? /^(\d{1,3}) opus\/48000/i : /^(\d{1,3}) VP8\/90000/i
  const types = rows.flatMap(row => {
    const type = row.startsWith('a=rtpmap:') ? codec.exec(row.slice('a=rtpmap:'.length))?.[1] : undefined
    return type === undefined ? [] : [Number(type)]
  })
  const [payloadType] = types
  if (payloadType === undefined || payloadType > 127) return `no ${kind === 'audio' ? 'Opus' : 'VP8'}`
  const extension = (uri: string) => {
    const row = rows.find(one => one.startsWith('a=extmap:') && one.includes(` ${uri}`))
    const id = Number(/^a=extmap:(\d{1,3})/.exec(row ?? '')?.[1])
    return row && id > 0 ? id : undefined
  }
  const ridsOffered = /^a=simulcast:send ([\w;]+)$/m.exec(section.replaceAll('\r', ''))?.[1]?.split(';') ?? []
  if (ridsOffered.length > MOST_LAYERS || new Set(ridsOffered).size < ridsOffered.length)
    return 'wrong layers'
  const ridNumber = extension(RID)
  if (ridsOffered.length > 0 && ridNumber === undefined) return 'layers without names'
  const way = rows.includes('a=recvonly') ? 'down' : rows.includes('a=inactive') ? 'none' : 'up'
  return {
    line: {
      mid,
      kind,
      way,
      payloadType,
      audioLevel: extension(AUDIO_LEVEL),
      transportNumber: extension(TRANSPORT_NUMBER),
      ridNumber,
      rids: ridsOffered,
    },
    text: rows.filter(row => isKept(row, payloadType)).join('\r\n'),
  }
}

const attributeOf = (rows: readonly string[], name: string) =>
  rows.find(row => row.startsWith(`a=${name}:`))?.slice(name.length + 3)

/** Lines about other codecs, resending streams and unknown extensions are left out; the first codec of its kind stays. */
function isKept(row: string, payloadType: number): boolean {
  if (row.startsWith('a=extmap:')) return KEPT_EXTENSIONS.some(uri => row.includes(` ${uri}`))
  if (row.startsWith('a=extmap-allow-mixed')) return false
  if (row.startsWith('a=ssrc-group:')) return false
  const about = ABOUT_TYPE.exec(row)?.[1]
  return about === undefined || about === '*' || Number(about) === payloadType
}

/** The first line of a media section with one payload type only. */
export const withOneCodec = (sdp: string, lines: readonly OfferedLine[]): string => {
  let index = 0
  return sdp.replace(/^m=(\w+) (\d+) (\S+) .*$/gm, (whole, kind: string, port: string, way: string) => {
    const line = lines[index++]
    return line ? `m=${kind} ${port} ${way} ${line.payloadType}` : whole
  })
}

/**
 * The answer as a browser needs it: the layers that it sends are received, and the lines to it count their packets, so that
 * it tells when they came.
 */
export function completeAnswer(sdp: string, lines: readonly OfferedLine[]): string {
  const [head = '', ...sections] = sdp.split(/\r?\n(?=m=)/)
  const done = sections.map(section => {
    const mid = /^a=mid:(\S+)/m.exec(section)?.[1]
    const line = lines.find(one => one.mid === mid)
    let text = section.trimEnd()
    if (!line) return text
    // Chromium begins at 300 kbit/s otherwise, and is a quarter of a minute on its way to the largest layer; a line that
    // carries less shows so within a second.
    if (line.way === 'up' && line.kind === 'video')
      text += `\r\na=fmtp:${line.payloadType} x-google-start-bitrate=${START_KILOBITS}`
    if (line.rids.length > 0) {
      text = text.replace(/^a=(?:rid|simulcast):.*\r?\n?/gm, '').trimEnd()
      text += line.rids.map(rid => `\r\na=rid:${rid} recv`).join('')
      text += `\r\na=simulcast:recv ${line.rids.join(';')}`
    }
    if (line.way === 'down' && line.transportNumber !== undefined) {
      text += `\r\na=extmap:${line.transportNumber} ${TRANSPORT_NUMBER}`
      text += `\r\na=rtcp-fb:${line.payloadType} transport-cc`
    }
    return text
  })
  return `${[head.trimEnd(), ...done].join('\r\n')}\r\n`
}
