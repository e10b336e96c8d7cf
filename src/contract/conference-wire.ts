// What a client and a conference service say to each other (real-time specification, section 7). The cloud service and the
// built-in one are spoken to alike; commands and fields that only the built-in one knows are named so. A service that does
// not know a command leaves it unanswered.
import * as z from 'zod/mini'
import { recordingTrouble } from '../domain/recordings/recording-trouble.ts'
import type { IceServer } from './call-signal.ts'

/** Most characters of a description. */
export const MOST_SDP = 65_536
/** Most messages of one post. */
export const MOST_MESSAGES = 40
/** Milliseconds that a question for messages may be held. */
export const HOLD_MS = 450
/** Milliseconds without a question after which somebody is gone. */
export const GONE_MS = 5_000
/** Before a refused post is sent again. */
export const POST_RETRIES_PAUSE_MS = 300
/** Whom commands go to. */
export const SERVICE = 'service'

/** Answers of the service. */
export const rets = {
  ok: 0,
  refused: 1,
  invalidConfNum: 2,
  invalidInstanceId: 3,
  invalidMessage: 4,
  tooOften: 5,
  noMedia: 6,
} as const

const short = z.string().check(z.maxLength(200))

export const loginBody = z.object({
  accountName: short,
  password: z.string().check(z.maxLength(1_000)),
  appKey: short,
  regionId: short,
  roomType: z.union([short, z.int()]),
  webrtcVersion: z.union([short, z.int()]),
})

/** Addresses as the service spells them. */
const wireIceServer = z.object({
  url: z.string(),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})

export const loginAnswer = z.object({
  ret: z.int(),
  msg: z.optional(z.string()),
  data: z.optional(
    z.object({
      instanceId: z.union([z.string(), z.int()]),
      confNum: z.union([z.string(), z.int()]),
      iceServers: z.optional(z.array(wireIceServer)),
    }),
  ),
})

/** One message: a command or event as text, a description, or a candidate. */
export const message = z.object({
  from: short,
  to: short,
  type: z.enum(['msg', 'cmd', 'sdp', 'ice']),
  txt: z.optional(z.string().check(z.maxLength(16_384))),
  sdp: z.optional(
    z.object({
      type: z.enum(['offer', 'answer']),
      sdp: z.string().check(z.maxLength(MOST_SDP)),
    }),
  ),
  /** Built-in: of the connection beside the main one, over which a picture goes in layers. */
  line: z.optional(z.literal('layers')),
  ice: z.optional(
    z.object({
      candidate: z.string().check(z.maxLength(2_000)),
      sdpMid: z.nullable(z.string().check(z.maxLength(64))),
    }),
  ),
})
export type Message = z.output<typeof message>

export const setBody = z.object({ data: z.array(z.unknown()).check(z.maxLength(MOST_MESSAGES)) })
/** Messages come as JSON text each: bare, or with a code. */
export const getAnswer = z.union([
  z.array(z.string()),
  z.object({ ret: z.int(), msg: z.optional(z.string()), data: z.optional(z.array(z.string())) }),
])

const uri = short
const bit = z.boolean()
const mediaType = z.enum(['audio', 'video', 'screen'])
/** What of a member is meant. */
export type MediaType = z.output<typeof mediaType>

/** What a client asks for. The last ones are the built-in service's own. */
export const command = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.literal('getrealm') }),
  z.object({
    cmd: z.literal('joinroom'),
    roomId: z.string().check(z.regex(/^\d{1,9}$/)),
    channelId: short,
    displayName: short,
    password: z.optional(short),
    capacity: z.optional(z.int()),
    maxResolution: z.optional(z.int()),
    compositeMode: z.optional(z.int()),
    state: z.int(),
    role: z.int(),
    /** Built-in: after a change of network, whether the person has agreed to a recording already. */
    consent: z.optional(z.nullable(bit)),
    /** Built-in: whoever begins the room with it makes it one of push to talk. */
    pushToTalk: z.optional(bit),
  }),
  z.object({ cmd: z.literal('leaveroom') }),
  z.object({ cmd: z.literal('stopconf') }),
  z.object({ cmd: z.literal('subscribe'), uri, subscribe: bit }),
  z.object({ cmd: z.literal('getmediainfo'), uri: z.optional(uri) }),
  /** Which picture of a member one wants: `ps` its width in pixels (0: none), `fps` its pictures a second. */
  z.object({
    cmd: z.literal('setmediainfo'),
    uri,
    type: mediaType,
    ps: z.int().check(z.minimum(0), z.maximum(8_192)),
    fps: z.int().check(z.minimum(0), z.maximum(120)),
  }),
  /** Base64 of a command for recording. */
  z.object({ cmd: z.literal('sendtext'), to: z.optional(uri), text: z.string().check(z.maxLength(8_192)) }),
  /** Built-in: what one lets out from now on. */
  z.object({ cmd: z.literal('setstate'), state: z.int(), screen: bit }),
  z.object({ cmd: z.literal('hand'), up: bit }),
  z.object({ cmd: z.literal('consent'), yes: bit }),
  /** A host asks for somebody's sound or picture. */
  z.object({ cmd: z.literal('ask'), uri, kind: z.enum(['audio', 'video']) }),
  z.object({ cmd: z.literal('admit'), uri, yes: bit }),
  z.object({ cmd: z.literal('remove'), uri }),
  /** Has a member's picture begin anew. */
  z.object({ cmd: z.literal('refresh'), uri }),
  /** Push to talk: asks for the floor as long as the key is held, and gives it back. */
  z.object({ cmd: z.literal('floor'), want: bit }),
  /** A host makes the room one of push to talk, or one where everybody speaks when they like. */
  z.object({ cmd: z.literal('pushtotalk'), on: bit }),
])
export type Command = z.output<typeof command>

const member = z.object({
  userName: z.string(),
  displayName: z.string(),
  role: z.int(),
  state: z.int(),
  /** Built-in, as the rest. */
  screen: z.optional(bit),
  imei: z.optional(z.nullable(z.string())),
  handSince: z.optional(z.nullable(z.int())),
  consent: z.optional(z.nullable(bit)),
})
export type WireMember = z.output<typeof member>

const roomFacts = z.object({
  roomId: z.string(),
  displayName: z.string(),
  /** To hosts alone. */
  password: z.nullable(z.string()),
  capacity: z.int(),
  maxResolution: z.int(),
  channelId: z.string(),
  recordingSince: z.nullable(z.int()),
  /** Built-in: whether hosts may record it. */
  record: z.optional(bit),
})
export type WireRoom = z.output<typeof roomFacts>

const waiting = z.object({
  userName: z.string(),
  displayName: z.string(),
  is: z.enum(['person', 'guest']),
  since: z.int(),
})
const ringing = z.object({
  key: z.string(),
  displayName: z.string(),
  imei: z.nullable(z.string()),
  until: z.int(),
})

/** Who has the floor, until when at most, and who waits for it, by user names. */
const floor = z.object({
  holder: z.nullable(z.string()),
  since: z.nullable(z.int()),
  until: z.nullable(z.int()),
  queue: z.array(z.string()),
})
export type WireFloor = z.output<typeof floor>

/** Why one has left, or may not come in. */
export const leaveReason = z.enum([
  'left',
  'ended',
  'removed',
  'refused',
  'full',
  'elsewhere',
  'expired',
  'forbidden',
  'failed',
])
export type LeaveReason = z.output<typeof leaveReason>

/** Why a picture is not the best that there is: nothing, the tile is small, the line is narrow, no more is sent. */
export const limit = z.enum(['nothing', 'size', 'network', 'sender'])
export type Limit = z.output<typeof limit>

/** What a service tells. */
export const event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ongetrealmok'), realm: z.string() }),
  /** The join was understood; `onconfjoinok` confirms it. `waiting`: a host must let one in first. */
  z.object({ event: z.literal('joinroom'), ret: z.int(), waiting: z.optional(bit) }),
  z.object({ event: z.literal('onconfjoinok'), room: roomFacts, members: z.array(member), self: member }),
  z.object({ event: z.literal('onconfdidleave'), reason: z.optional(leaveReason) }),
  z.object({
    event: z.literal('onconfstate'),
    room: roomFacts,
    waiting: z.optional(z.array(waiting)),
    ringing: z.optional(z.array(ringing)),
  }),
  z.object({ event: z.literal('onselfstate'), self: member }),
  z.object({ event: z.literal('onactorstate'), member }),
  z.object({ event: z.literal('onactorleave'), userName: z.string() }),
  /** How loud they are, 0 to 1; who is not named is silent. `speaking`: whose turn it is by ear. */
  z.object({
    event: z.literal('onvolumechanged'),
    volumes: z.array(z.object({ userName: z.string(), level: z.number() })),
    speaking: z.optional(z.array(z.string())),
  }),
  /**
   * Which line of the own description carries whose media. `renew`: what was there is lost, an offer is awaited.
   * `layers`: how many layers of the own picture are of use to somebody. `limits`: why what comes is not the best there is.
   */
  z.object({
    event: z.literal('onmedianotiy'),
    slots: z.optional(z.array(z.object({ mid: z.string(), uri: z.string(), type: mediaType }))),
    renew: z.optional(bit),
    missing: z.optional(bit),
    layers: z.optional(z.int()),
    limits: z.optional(z.array(z.object({ mid: z.string(), by: limit }))),
  }),
  z.object({ event: z.literal('onconfjoinfail'), reason: z.optional(leaveReason) }),
  z.object({ event: z.literal('sendtext'), from: z.string(), text: z.string() }),
  /** Built-in. */
  z.object({ event: z.literal('onasked'), kind: z.enum(['audio', 'video']) }),
  z.object({ event: z.literal('onconsent') }),
  /** A recording has ended by itself: why. */
  z.object({ event: z.literal('onrecord'), trouble: recordingTrouble }),
  /** `null`: everybody speaks when they like. */
  z.object({ event: z.literal('onfloor'), floor: z.nullable(floor) }),
])
export type WireEvent = z.output<typeof event>
export type WireWaiting = z.output<typeof waiting>
export type WireRinging = z.output<typeof ringing>

/** What a recording takes by a text command; secrets stay on the server, which fills a handle in. */
export const recordingCommand = z.discriminatedUnion('Cmd', [
  z.object({
    Cmd: z.literal('StartRecord'),
    Video: z.boolean(),
    Storage: z.object({
      Protocol: z.string(),
      AccessKey: z.string(),
      SecretKey: z.string(),
      BucketName: z.string(),
      FileKey: z.string(),
      UploadEndpoint: z.optional(z.string()),
    }),
  }),
  z.object({ Cmd: z.literal('StopRecord') }),
])

/** Why the built-in service does not begin or end a recording. */
export const recordingRefusal = z.enum([
  'forbidden',
  'running',
  'none',
  'invalid',
  'diskFull',
  'quota',
  'failed',
])
export type RecordingRefusal = z.output<typeof recordingRefusal>

/** What comes of a text command; 0 is success. The last two the built-in service says. */
export const recordingAnswer = z.object({
  Ret: z.int(),
  Msg: z.optional(z.string()),
  FileKey: z.optional(z.string()),
  Reason: z.optional(z.catch(recordingRefusal, 'failed')),
})

/** Servers as a browser wants them. */
export const browserIceServers = (servers: readonly z.output<typeof wireIceServer>[]): IceServer[] =>
  servers.map(({ url, ...rest }) => ({ urls: [url], ...rest }))
