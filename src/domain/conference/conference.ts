// Conference rooms: their numbers and limits, what a participant's role and state say, and what recording takes (real-time
// specification, sections 3, 4, 5 and 9).
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { nonEmpty, rowBase, rowOwner } from '../fields.ts'
import { NAME_LENGTH } from '../limits.ts'

/** What the join dialog shows at first. */
export const FIRST_ROOM = '1111'
/** Participants of a room where nobody has said otherwise. */
export const ROOM_CAPACITY = 16
export const MAX_RESOLUTION = 1
/** Generated room numbers and the tail of generated user names stay below. */
export const MOST_RANDOM = 1e8
/** What a participant joins with, as the conference service wants it. */
export const FIXED_SETTINGS = { compositeMode: 5, state: 3, role: 6 } as const
/** Milliseconds between two questions for messages, and how often a refused message is sent again. */
export const POLL_MS = 500
export const POST_RETRIES = 5
/** Picture that is asked for: of the one that is looked at, when it is had anew, of oneself. */
export const CALL_PICTURE = { width: 1024, framesPerSecond: 24, refreshed: 30, own: 20 } as const

const ROOM_NUMBER = /^\d{1,9}$/

/** A room's number: 1 to 9 digits. Kept as text: 007 is not 7. */
export const roomNumber = z.string().check(z.regex(ROOM_NUMBER, { error: 'digits' }))

/** The channel of a room. */
export const channelOfRoom = (number: string): string => `room_${number}`

/** A generated room number; `random` is 0 up to, but not, 1. */
export const randomRoomNumber = (random: number): string => String(Math.floor(random * MOST_RANDOM))

/** A generated user name: the phone and a random number. */
export const generatedUserName = (phone: string, random: number): string =>
  `${phone}${Math.floor(random * MOST_RANDOM)}`

/** The bands of custom roles and states: from 2^12, 2^13, 2^14 and 2^15, each below the next; else 0. */
const FIRST_BAND = 12
const BANDS = 4

/** 0 to 4: in which of the four bands between 2^12 and 2^16 a number lies. */
export function bandOf(value: number): number {
  for (let band = BANDS; band > 0; band--) {
    const from = 2 ** (FIRST_BAND + band - 1)
    if (value >= from && value < 2 * from) return band
  }
  return 0
}

/** The lowest number of a band, to be added to what stands below the bands. */
export const bandStart = (band: number): number =>
  band >= 1 && band <= BANDS ? 2 ** (FIRST_BAND + Math.floor(band) - 1) : 0

export const stateBits = { enableAudio: 8, enableVideo: 4, transmitAudio: 2, transmitVideo: 1 } as const

export interface ParticipantState {
  customState: number
  enableAudio: boolean
  enableVideo: boolean
  transmitAudio: boolean
  transmitVideo: boolean
  /** Sound is let out and carried. */
  isAudio: boolean
  isVideo: boolean
}

/** What a participant's state says. */
export function decodeState(state: number): ParticipantState {
  const has = (bit: number) => (state & bit) !== 0
  const [enableAudio, enableVideo] = [has(stateBits.enableAudio), has(stateBits.enableVideo)]
  const [transmitAudio, transmitVideo] = [has(stateBits.transmitAudio), has(stateBits.transmitVideo)]
  return {
    customState: bandOf(state),
    enableAudio,
    enableVideo,
    transmitAudio,
    transmitVideo,
    isAudio: enableAudio && transmitAudio,
    isVideo: enableVideo && transmitVideo,
  }
}

/** A participant's state, as `decodeState` reads it. */
export function encodeState(media: { audio: boolean; video: boolean }, customState = 0): number {
  return (
    FIXED_SETTINGS.state +
    (media.audio ? stateBits.enableAudio : 0) +
    (media.video ? stateBits.enableVideo : 0) +
    bandStart(customState)
  )
}

/** Who a participant is, by the band of the role. A plain person is in none. */
export const memberKind = z.enum(['person', 'host', 'guest', 'device'])
export type MemberKind = z.output<typeof memberKind>
const kinds = memberKind.options

/** A participant's role. */
export const roleOf = (kind: MemberKind): number => FIXED_SETTINGS.role + bandStart(kinds.indexOf(kind))

/** The band of a role, and whom it names. */
export function decodeRole(role: number): { customRole: number; kind: MemberKind } {
  const customRole = bandOf(role)
  return { customRole, kind: kinds[customRole] ?? 'person' }
}

/** Storage of a recording on the wire. */
export const recordingStorage = { alioss: 1, qiniu: 2 } as const
export type RecordingStorage = keyof typeof recordingStorage
export const DEFAULT_STORAGE: RecordingStorage = 'qiniu'

const required = z.string().check(z.minLength(1, { error: 'required' }))

/** What a recording takes: all fields, or it is refused. */
export const recordingConfig = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(recordingStorage.alioss),
    video: z.boolean(),
    bucketName: required,
    secretKey: required,
    accessKey: required,
    fileName: required,
    name: required,
    uploadEndPoint: required,
  }),
  z.object({
    type: z.literal(recordingStorage.qiniu),
    video: z.boolean(),
    bucketName: required,
    secretKey: required,
    accessKey: required,
    fileName: required,
    name: required,
  }),
])
export type RecordingConfig = z.output<typeof recordingConfig>

/** Name of a recording's file. */
export const recordingFileName = (at: number): string => `web_${at}`
export const RECORDING_FILE = /^web_\d{1,16}$/

/** Longest password of a room; digits and letters are said over the phone. */
export const ROOM_PASSWORD_LENGTH = 32
const password = z.string().check(
  z.maxLength(ROOM_PASSWORD_LENGTH),
  z.refine(value => !value.includes('\u0000') && value.isWellFormed(), { error: 'text' }),
)

/** Devices or people that are called into a room at once. */
export const MOST_CALLED = 15
/** Seconds that somebody is rung. */
export const ROOM_RING_SECONDS = 30

const fields = {
  number: roomNumber,
  name: nonEmpty(NAME_LENGTH),
  capacity: z.int().check(z.minimum(2), z.maximum(ROOM_CAPACITY)),
  /** Others come in when a host lets them in. */
  waitForHost: z.boolean(),
  recordingAllowed: z.boolean(),
}

/** A room that is kept. A number that names none is a room while somebody is in it. */
export const conferenceRoom = defineEntity({
  key: 'conferenceRoom',
  service: 'device',
  permission: 'conference',
  grants: {
    menu: 'txVideios',
    property: ['read', 'save', 'remove', 'export', 'join', 'host', 'call'],
    duty: ['read', 'join', 'host', 'call'],
    patrol: ['read', 'join'],
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...rowOwner, ...fields, hasPassword: z.boolean() }),
  /** An empty password takes it off; an absent one leaves it as it is. It is kept hashed and never shown again. */
  write: z.object({ ...fields, password: z.optional(password) }),
  unique: ['number'],
  filters: { number: 'contains', name: 'contains', waitForHost: 'equals', recordingAllowed: 'equals' },
  sorts: ['number', 'name', 'capacity', 'createdAt'],
  defaultSort: 'number',
  search: ['number', 'name'],
  removable: true,
  commands: {},
})

/** What one may without asking for more: `join` a room, be its `host`, `call` devices and people into it. */
export const conferencePermissions = {
  join: 'conference.join',
  host: 'conference.host',
  call: 'conference.call',
} as const
