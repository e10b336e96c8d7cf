// Messages between devices and the back end. Documented for integrators in docs/device-protocol.md.
import * as z from 'zod/mini'
import { MOST_ADVERTS_OF_A_DOOR, MOST_PLAYS_OF_A_BATCH, manifest } from '../domain/advert/manifest.ts'
import { claimedPlay } from '../domain/advert/play.ts'
import { alarmType } from '../domain/alarm/alarm-types.ts'
import { commandKind } from '../domain/device/command.ts'
import { fitsForm, payloadFields } from '../domain/device/payload.ts'
import { readingKinds, readings } from '../domain/device/readings.ts'
import { ownFields, stateFacts, switchFields } from '../domain/device/state-fields.ts'
import { id, imei, latitude, longitude, text } from '../domain/fields.ts'
import { callEnd, callState } from '../domain/intercom/call.ts'
import { partBy, recordOf } from '../domain/keys.ts'
import { SHA256_DIGITS } from '../domain/limits.ts'
import { reportedType } from './alarm-codes.ts'
import { callProvider, callSignal, iceServer } from './call-signal.ts'
import { optionalWireOf } from './codecs.ts'

/** Device time in epoch milliseconds; values under 13 digits are seconds. Absent: the time of arrival counts. */
const time = z.optional(
  z.pipe(
    z.int().check(z.nonnegative(), z.maximum(8_640_000_000_000)),
    z.transform(value => (value < 1e12 ? value * 1000 : value)),
  ),
)
/** Grows by one per message of a device; a repeated number within a day is stored once. */
const seq = z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295)))

const readingShape = recordOf(readingKinds, kind =>
  z.optional(z.number().check(z.minimum(readings[kind].min), z.maximum(readings[kind].max))),
)

const position = {
  lat: latitude,
  lon: longitude,
  /** Metres. */
  accuracy: z.optional(z.number().check(z.nonnegative(), z.maximum(100_000))),
  source: z.optional(z.enum(['gps', 'lbs', 'wifi', 'uwb'])),
}

/** 1001: the device introduces itself; it counts as online from here on. */
export const deviceLogin = z.object({
  code: z.literal('1001'),
  time,
  seq,
  appVersion: z.optional(text(40)),
  systemVersion: z.optional(text(40)),
  iccid: z.optional(text(20)),
  imsi: z.optional(text(15)),
  mainsPower: z.optional(z.boolean()),
  settings: z.optional(z.record(z.string(), z.unknown())),
})
/** 1002: alive, nothing to say. */
export const deviceHeartbeat = z.object({
  code: z.literal('1002'),
  time,
  seq,
  battery: readingShape.battery,
  signal: readingShape.signal,
})
/** 1003: the device is about to switch off. */
export const deviceGoodbye = z.object({ code: z.literal('1003'), time, seq })
/** 2001: one or more readings. */
export const deviceReadings = z.object({
  code: z.literal('2001'),
  time,
  seq,
  values: z.strictObject(readingShape),
})
/** 2002: where the device is. */
export const devicePosition = z.object({ code: z.literal('2002'), time, seq, ...position })
const switchStatus = optionalWireOf(partBy(switchFields, 'schema'))
/** Most switches of one gateway. */
const MOST_CHANNELS = 64

/** 2003: how the device stands. What is absent has not changed. */
export const deviceStatus = z.object({
  code: z.literal('2003'),
  time,
  seq,
  ...switchStatus,
  /** A gateway's: the switches behind it, by the place that each has there. */
  switches: z.optional(
    z
      .array(z.object({ channel: z.int().check(z.minimum(1), z.maximum(MOST_CHANNELS)), ...switchStatus }))
      .check(z.maxLength(MOST_CHANNELS)),
  ),
  ...optionalWireOf(partBy(ownFields, 'schema')),
  /** 1 on the mains, 0 without. */
  mains: z.optional(
    z.pipe(
      z.union([z.literal(0), z.literal(1)]),
      z.transform(code => code === 1),
    ),
  ),
})
/** Metres on a drawing; what lies too far outside its plan is refused later. */
const onDrawing = z.number().check(z.minimum(-10_000), z.maximum(20_000))
const indoorPlace = {
  /** Id of the drawing that the metres belong to. */
  map: id,
  /** From the left edge and from the lower edge of the plan. */
  x: onDrawing,
  y: onDrawing,
  /** Above its floor. */
  z: z.optional(z.number().check(z.minimum(-100), z.maximum(1000))),
}
/** Most devices that one 2005 tells of. */
export const MOST_INDOOR_POSITIONS = 500

/** 2004: where inside a building the device is. */
export const deviceIndoorPosition = z.object({ code: z.literal('2004'), time, seq, ...indoorPlace })
/** 2005: a positioning server tells where others are. A position without a time has that of the message. */
export const deviceIndoorPositions = z.object({
  code: z.literal('2005'),
  time,
  seq,
  positions: z.array(z.object({ imei, time, ...indoorPlace })).check(z.maxLength(MOST_INDOOR_POSITIONS)),
})
/** 3001: the device raises an alarm by type number 1 to 34, or by a text of the older set ('04': call for help). */
export const deviceAlarm = z.object({
  code: z.literal('3001'),
  time,
  seq,
  type: reportedType,
  value: z.optional(z.number()),
  lat: z.optional(latitude),
  lon: z.optional(longitude),
})
/** 6002: the device's answer to a command. */
export const deviceAcknowledgement = z.object({
  code: z.literal('6002'),
  time,
  seq,
  id: z.int(),
  result: z.enum(['delivered', 'done', 'failed']),
  reason: z.optional(text(200)),
})
/** 6003: the settings in force on the device. */
export const deviceReportedSettings = z.object({
  code: z.literal('6003'),
  time,
  seq,
  settings: z.record(z.string(), z.unknown()),
})
/** 5084: a card has been written at the device; `orderId` when a 5087 asked for it. */
export const deviceCardIssued = z.object({
  code: z.literal('5084'),
  time,
  seq,
  cardInfo: text(64),
  orderId: z.optional(z.int()),
})
/** 5080: somebody pressed the button of the door unit. Absent parts are the door's own. */
export const deviceRing = z.object({
  code: z.literal('5080'),
  time,
  seq,
  roomNo: z.optional(text(30)),
  building: z.optional(text(30)),
  unit: z.optional(text(30)),
  community: z.optional(text(60)),
})
/** 5083: description or candidate of the line, for whoever answered. */
export const deviceSignal = z.object({
  code: z.literal('5083'),
  time,
  seq,
  callId: z.int(),
  signal: callSignal,
})
/** 5090: the visitor gave up or hung up, or the line broke. */
export const deviceHangUp = z.object({
  code: z.literal('5090'),
  time,
  seq,
  callId: z.int(),
  reason: z.enum(['hangUp', 'lost']),
})
/** 5091: what became of an order to unlock. Type 3 is the confirmation of a remote unlock. */
export const deviceUnlocked = z.object({
  code: z.literal('5091'),
  time,
  seq,
  type: z.int(),
  nonce: text(64),
  result: z.enum(['opened', 'failed']),
  reason: z.optional(text(200)),
})
/** 5092: something happened at the door by itself. */
export const deviceAccess = z.object({
  code: z.literal('5092'),
  time,
  seq,
  event: z.enum(['cardOpened', 'cardRefused', 'exitButton', 'heldOpen']),
  cardInfo: z.optional(text(64)),
})
/** 5093: the list that is now in force on the door unit, and the faces of it that the unit holds. */
export const deviceCardList = z.object({
  code: z.literal('5093'),
  time,
  seq,
  listVersion: z.int(),
  faces: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(10_000))),
})

/** 5100: somebody typed a guest code, or held its picture to the camera. Answered by an order to unlock, or by nothing. */
export const deviceGuestCode = z.object({
  code: z.literal('5100'),
  time,
  seq,
  digits: z.string().check(z.regex(/^\d{6}$/)),
})

const hash = z.string().check(z.regex(SHA256_DIGITS))

/** 5094: the list of adverts in force on the door unit, and which files it has whole and checked, or could not get. */
export const deviceAdverts = z.object({
  code: z.literal('5094'),
  time,
  seq,
  version: z.int().check(z.nonnegative()),
  stored: z.array(hash).check(z.maxLength(MOST_ADVERTS_OF_A_DOOR)),
  failed: z.array(z.object({ sha256: hash, reason: text(200) })).check(z.maxLength(MOST_ADVERTS_OF_A_DOOR)),
})
/** 5095: what the door unit has shown. Said again until 5089 confirms it. */
export const devicePlays = z.object({
  code: z.literal('5095'),
  time,
  seq,
  plays: z.array(claimedPlay).check(z.minLength(1), z.maxLength(MOST_PLAYS_OF_A_BATCH)),
})

/** 7001: a payload that the device passes on as it is, from whatever hangs on it. */
export const devicePayload = z
  .object({ code: z.literal('7001'), time, seq, ...payloadFields })
  .check(z.refine(fitsForm, { error: 'payload', path: ['data'] }))

export const deviceMessage = z.discriminatedUnion('code', [
  deviceLogin,
  deviceHeartbeat,
  deviceGoodbye,
  deviceReadings,
  devicePosition,
  deviceStatus,
  deviceIndoorPosition,
  deviceIndoorPositions,
  deviceAlarm,
  deviceAcknowledgement,
  deviceReportedSettings,
  deviceCardIssued,
  deviceRing,
  deviceSignal,
  deviceHangUp,
  deviceUnlocked,
  deviceAccess,
  deviceCardList,
  deviceGuestCode,
  deviceAdverts,
  devicePlays,
  devicePayload,
])
export type DeviceMessage = z.output<typeof deviceMessage>

const alarmWords: readonly string[] = alarmType.options
/** The numbers of the words of states, by the names of their fields. */
const stateDigits = new Map(
  stateFacts.flatMap(({ said, digits, otherwise }): [string, Map<string, number>][] => {
    if (!digits) return []
    const ofWords = new Map(digits.map(([digit, word]) => [word, digit]))
    return [[said, otherwise ? ofWords.set(...otherwise) : ofWords]]
  }),
)

/** A field of a message as the wire carries it: words become digits, a state of the mains 0 or 1. */
export function wireValueOf(name: string, value: unknown): unknown {
  if (name === 'type') return typeof value === 'string' ? alarmWords.indexOf(value) + 1 : value
  const digits = stateDigits.get(name)
  if (digits) return digits.get(String(value))
  return name === 'mains' ? Number(value) : value
}

/** 5082 as the door unit gets it. `mac`: HMAC-SHA-256, base64url, over `unlockText` under the device's order key. */
export const unlockOrder = z.object({
  code: z.literal('5082'),
  imei: z.string(),
  userId: z.int(),
  callId: z.nullable(z.int()),
  nonce: z.string(),
  expiresAt: z.int(),
  mac: z.string(),
})
export type UnlockOrder = z.output<typeof unlockOrder>

/** What the mac of an unlock order covers. */
export function unlockText(order: Omit<UnlockOrder, 'mac'>): string {
  return [order.code, order.imei, order.userId, order.callId ?? '', order.nonce, order.expiresAt].join('|')
}

/** The order key is HMAC-SHA-256 of this text under the device's secret: both sides make it, nobody sends it. */
export const ORDER_KEY_TEXT = 'gatehouse door orders 1'

/** 5096: come into a conference room. What it logs in with there is good for this room and device alone. */
export const conferenceCall = z.object({
  code: z.literal('5096'),
  roomId: z.string(),
  roomName: z.string(),
  /** Shows nothing of it. */
  hide: z.boolean(),
  /** With picture. */
  video: z.boolean(),
  by: z.string(),
  expiresAt: z.int(),
  service: z.string(),
  appKey: z.string(),
  accountName: z.string(),
  password: z.string(),
  displayName: z.string(),
})
export type ConferenceCall = z.output<typeof conferenceCall>

/** 5099: nobody wants the device in this room any more. It stops ringing; what came with 5096 lets it in no longer. */
export const conferenceCalledOff = z.object({ code: z.literal('5099'), roomId: z.string() })

/**
 * 5098: somebody wants to see the device's picture, or nobody does any more. It is sent by WHIP (RFC 9725) to this path of the
 * server, with the token as bearer; `token` is empty where `on` is false.
 */
export const pictureWanted = z.object({
  code: z.literal('5098'),
  on: z.boolean(),
  url: z.string(),
  token: z.string(),
  expiresAt: z.int(),
})
export type PictureWanted = z.output<typeof pictureWanted>

/** To the device on `sfwatch/{imei}/device`. 6001 is a command, 2 the answer to a message: stored. */
export const downlink = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('6001'),
    id: z.int(),
    kind: commandKind,
    input: z.nullable(z.record(z.string(), z.unknown())),
    expiresAt: z.int(),
    /** To a gateway: the command is for the switch at this place behind it. */
    channel: z.optional(z.int()),
  }),
  z.object({ code: z.literal('1101'), time: z.int() }),
  /** Unlock. Obeyed once, before `expiresAt`, and only with the right `mac`; answered by 5091 with the same nonce. */
  unlockOrder,
  z.object({ code: z.literal('5083'), callId: z.int(), signal: callSignal }),
  /** What became of the door's call. With `answered` the door opens the line and offers. */
  z.object({
    code: z.literal('5085'),
    callId: z.int(),
    state: callState,
    roomNo: z.string(),
    by: z.nullable(z.string()),
    reason: z.nullable(callEnd),
    expiresAt: z.int(),
    provider: callProvider,
    iceServers: z.array(iceServer),
    /** For a provider with channels: how the door joins. */
    channel: z.string(),
    appId: z.nullable(z.string()),
    uid: z.string(),
    token: z.string(),
  }),
  /** The cards and faces that open this door; confirmed by 5093. Replaces every earlier list. */
  z.object({
    code: z.literal('5086'),
    listVersion: z.int(),
    cards: z.array(
      z.object({
        cardInfo: z.string(),
        validFrom: z.nullable(z.int()),
        validUntil: z.nullable(z.int()),
      }),
    ),
    /** Left out where there are none. Their pictures are fetched by id. */
    faces: z.optional(
      z.array(z.object({ faceId: z.int(), validFrom: z.nullable(z.int()), validUntil: z.nullable(z.int()) })),
    ),
  }),
  /** Write a card for this person; answered by 5084 with the order's id. Its time over, it calls off the order before. */
  z.object({ code: z.literal('5087'), orderId: z.int(), holderName: z.string(), expiresAt: z.int() }),
  /** What the door unit is to play; confirmed by 5094. Replaces every earlier list once all of its files are there. */
  z.object({ code: z.literal('5088'), ...manifest.shape }),
  /** Plays that need not be said again: stored, or `refused` for good. */
  z.object({ code: z.literal('5089'), stored: z.array(z.string()), refused: z.array(z.string()) }),
  /** An emergency around the door: nothing is shown but the door itself until then. */
  z.object({ code: z.literal('5097'), until: z.int() }),
  conferenceCall,
  conferenceCalledOff,
  pictureWanted,
])
export type Downlink = z.output<typeof downlink>
