// The offer of a browser or of a sending device: what it takes or gives, and the text that the media library is given of it.
// Only what is known here is passed on.
import { MOST_VIEW_SDP } from '../../../../src/contract/endpoints/cameras.ts'
import { ABOUT_TYPE, LINE_NAME, MEDIA_LINE, MIXED_EXTENSIONS } from '../../conference/public.ts'
import type { SoundCodec, VideoCodec } from '../frames.ts'

/** A line for pictures, one for sound, and some that are not used. */
const MOST_LINES = 6

export interface OfferedLine {
  kind: 'audio' | 'video'
  mid: string
  /** It takes what this end sends; it sends. */
  takes: boolean
  sends: boolean
  /** Payload types, by codec. */
  types: ReadonlyMap<VideoCodec | SoundCodec, number>
  rows: readonly string[]
}

export interface Offer {
  head: string
  lines: readonly OfferedLine[]
}

/** What is wrong with it instead, in a few words. */
export function readOffer(sdp: string): Offer | string {
  if (sdp.length > MOST_VIEW_SDP) return 'too long'
  if (!sdp.startsWith('v=0')) return 'no description'
  const [head = '', ...sections] = sdp.split(/\r?\n(?=m=)/)
  if (sections.length === 0) return 'no media'
  if (sections.length > MOST_LINES) return 'too many lines'
  const lines: OfferedLine[] = []
  for (const section of sections) {
    const line = readLine(section)
    if (typeof line === 'string') return line
    if (lines.some(({ mid }) => mid === line.mid)) return 'a line twice'
    lines.push(line)
  }
  return { head: head.replace(MIXED_EXTENSIONS, ''), lines }
}

const KNOWN: Readonly<Record<string, VideoCodec | SoundCodec>> = {
  'h264/90000': 'H264',
  'vp8/90000': 'VP8',
  'pcma/8000': 'PCMA',
  'pcmu/8000': 'PCMU',
  'opus/48000': 'OPUS',
}

function readLine(section: string): OfferedLine | string {
  const rows = section.split(/\r?\n/)
  const [, kind] = MEDIA_LINE.exec(rows[0] ?? '') ?? []
  if (kind !== 'audio' && kind !== 'video') return 'neither sound nor picture'
  const mid = rows.find(row => row.startsWith('a=mid:'))?.slice('a=mid:'.length)
  if (mid === undefined || !LINE_NAME.test(mid)) return 'a line without a name'
  const types = new Map<VideoCodec | SoundCodec, number>()
  for (const row of rows) {
    const [, type, name] = /^a=rtpmap:(\d{1,3}) ([\w.-]+\/\d+)/.exec(row) ?? []
    const codec = KNOWN[name?.toLowerCase() ?? '']
    if (!codec || Number(type) > 127 || types.has(codec)) continue
    if (codec === 'H264' && !isWhole(rows, Number(type))) continue
    types.set(codec, Number(type))
  }
  const has = (word: string) => rows.includes(`a=${word}`)
  const none = has('inactive')
  return {
    kind,
    mid,
    takes: !none && !has('sendonly'),
    sends: !none && !has('recvonly'),
    types,
    rows,
  }
}

/** Units may come in parts: without it no camera's picture fits. */
const isWhole = (rows: readonly string[], type: number) =>
  rows.some(row => row.startsWith(`a=fmtp:${type} `) && /packetization-mode=1/.test(row))

export interface Chosen {
  line: OfferedLine
  /** Undefined: nothing goes over it. */
  payloadType: number | undefined
  direction: 'sendonly' | 'recvonly' | 'sendrecv'
}

/** The offer with one codec a line; lines over which nothing goes are still. */
export function offerText({ head, lines }: Offer, chosen: readonly Chosen[]): string {
  const texts = lines.map(line => {
    const found = chosen.find(one => one.line === line)
    const type = found?.payloadType ?? [...line.types.values()][0] ?? Number(line.rows[0]?.split(' ')[3])
    const rows = line.rows.filter(row => isKept(row, type))
    const direction = found?.payloadType === undefined ? 'inactive' : found.direction
    const [media = '', ...rest] = rows
    return [
      media.replace(/^(m=\w+ \d+ \S+) .*$/, `$1 ${type}`),
      ...rest.filter(row => !/^a=(?:sendonly|recvonly|sendrecv|inactive)$/.test(row) && row !== ''),
      `a=${direction}`,
    ].join('\r\n')
  })
  return `${[head.trimEnd(), ...texts].join('\r\n')}\r\n`
}

const LEFT_OUT = ['a=extmap', 'a=ssrc-group:', 'a=rid:', 'a=simulcast:', 'a=candidate:']

/** Lines about other codecs, layers, resending streams and extensions are left out. */
function isKept(row: string, type: number): boolean {
  if (LEFT_OUT.some(beginning => row.startsWith(beginning) && beginning !== 'a=candidate:')) return false
  const about = ABOUT_TYPE.exec(row)?.[1]
  if (about !== undefined && about !== '*' && Number(about) !== type) return false
  return !/^a=rtcp-fb:\S+ (?:transport-cc|goog-remb|rrtr|ccm tmmbr)/.test(row)
}
