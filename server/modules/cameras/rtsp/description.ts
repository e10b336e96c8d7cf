// What a camera says that it sends (SDP, RFC 8866), as far as pictures and sound are concerned.

export interface CameraTrack {
  kind: 'video' | 'audio'
  /** In capital letters: `H264`, `H265`, `PCMA`, `MPEG4-GENERIC`. */
  codec: string
  payloadType: number
  clockRate: number
  channels: number
  /** Parameters of the codec, by lower-case name. */
  parameters: ReadonlyMap<string, string>
  /** It is the way back: the camera takes sound over it. */
  takes: boolean
  /** Absolute address that sets this track up. */
  control: string
}

export interface CameraDescription {
  tracks: CameraTrack[]
  /** Absolute address that plays all of them. */
  control: string
}

/** Payload types that need no further word (RFC 3551). */
const STATIC = new Map([
  [0, { codec: 'PCMU', clockRate: 8000 }],
  [8, { codec: 'PCMA', clockRate: 8000 }],
  [14, { codec: 'MPA', clockRate: 90_000 }],
  [26, { codec: 'JPEG', clockRate: 90_000 }],
])
/** What is an address by itself. */
export const RTSP_ADDRESS = /^rtsps?:\/\//i
const MOST_TRACKS = 8

interface Block {
  kind: string
  payloadType: number
  attributes: [string, string][]
}

/**
 * Reads a description that came from `base`. Tracks of other kinds, and what cannot be understood of it, are left out: a
 * camera that describes its metadata badly still shows its picture.
 */
export function readDescription(sdp: string, base: string): CameraDescription {
  const session: [string, string][] = []
  const blocks: Block[] = []
  for (const line of sdp.split(/\r?\n/)) {
    const [, letter, value = ''] = /^([a-z])=(.*)$/.exec(line.trimEnd()) ?? []
    if (letter === 'm') {
      const [kind = '', , , payloadType = ''] = value.split(' ')
      blocks.push({ kind, payloadType: Number(payloadType), attributes: [] })
    }
    if (letter !== 'a') continue
    const colon = value.indexOf(':')
    const pair: [string, string] = colon < 0 ? [value, ''] : [value.slice(0, colon), value.slice(colon + 1)]
    const target = blocks.at(-1)?.attributes ?? session
    target.push(pair)
  }
  const control = addressOf(attribute(session, 'control'), base)
  const tracks = blocks.slice(0, MOST_TRACKS).flatMap(block => trackOf(block, base))
  return { tracks, control }
}

function trackOf({ kind, payloadType, attributes }: Block, base: string): CameraTrack[] {
  if ((kind !== 'video' && kind !== 'audio') || !Number.isInteger(payloadType)) return []
  const ofThis = (name: string) =>
    attributes
      .find(([key, value]) => key === name && value.startsWith(`${payloadType} `))?.[1]
      .slice(String(payloadType).length + 1)
  const [, named, rate, channels] = /^([\w-]+)\/(\d{1,6})(?:\/(\d))?/.exec(ofThis('rtpmap') ?? '') ?? []
  const known = STATIC.get(payloadType)
  const codec = named?.toUpperCase() ?? known?.codec
  const clockRate = rate === undefined ? known?.clockRate : Number(rate)
  if (codec === undefined || !clockRate) return []
  const parameters = new Map(
    (ofThis('fmtp') ?? '').split(';').flatMap((part): [string, string][] => {
      const [, key, value] = /^\s*([\w-]+)=(.*?)\s*$/.exec(part) ?? []
      return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value]]
    }),
  )
  const control = addressOf(attribute(attributes, 'control'), base)
  const takes = attributes.some(([key]) => key === 'sendonly')
  return [
    { kind, takes, codec, payloadType, clockRate, channels: Number(channels ?? 1), parameters, control },
  ]
}

const attribute = (attributes: readonly [string, string][], name: string) =>
  attributes.find(([key]) => key === name)?.[1]

/** Relative ones are appended, as cameras mean them (RFC 2326, appendix C.1.1), not resolved as web pages do. */
function addressOf(control: string | undefined, base: string): string {
  if (control === undefined || control === '' || control === '*') return base
  if (RTSP_ADDRESS.test(control)) return control
  return `${base.replace(/\/$/, '')}/${control.replace(/^\//, '')}`
}
