// Messages that consoles hear on the broker.
import * as z from 'zod/mini'
import { alarm } from '../domain/alarm/alarm.ts'
import { cameraHealth } from '../domain/camera/camera.ts'
import { allocationState } from '../domain/device/allocation.ts'
import { commandState } from '../domain/device/command.ts'
import { deviceState } from '../domain/device/device.ts'
import { readingKind } from '../domain/device/readings.ts'
import { stateFields } from '../domain/device/state-fields.ts'
import { fenceEventKind } from '../domain/fence/fence.ts'
import { id, imei, moment } from '../domain/fields.ts'
import { callEnd, callKind, callState } from '../domain/intercom/call.ts'
import { partOf } from '../domain/keys.ts'
import { noticeKind } from '../domain/notice/notice.ts'
import { taskKind, taskState } from '../domain/task/task.ts'
import { callProvider, callSignal } from './call-signal.ts'
import { wireOf } from './codecs.ts'

/** 9003: somebody presses SOS. Carries what the dialog shows; `alarmId` is what acknowledging names. */
export const sosNotice = z.object({
  code: z.literal('9003'),
  alarmId: id,
  tenantId: id,
  imei,
  deviceName: z.string(),
  name: z.nullable(z.string()),
  building: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  roomNo: z.nullable(z.string()),
  userPhone: z.nullable(z.string()),
  place: z.nullable(z.string()),
  battery: z.nullable(z.int()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  raisedAt: moment,
})
export type SosNotice = z.output<typeof sosNotice>

/** 5084: a card has been issued to a device. */
export const cardIssuedNotice = z.object({
  code: z.literal('5084'),
  imei,
  cardInfo: z.string(),
  deviceName: z.optional(z.string()),
  noticeId: z.optional(id),
  tenantId: z.optional(id),
  /** The card that was ordered, when the door unit wrote it in time. */
  orderId: z.optional(id),
})
export type CardIssuedNotice = z.output<typeof cardIssuedNotice>

const word = z.optional(z.nullable(z.string()))

/**
 * 5081: a door unit rings (real-time specification, section 3). Whoever hears it accepts it only with channel, appToken,
 * appUid, deviceUid and deviceToken; so they may be absent here.
 */
export const incomingCall = z.object({
  code: z.literal('5081'),
  type: z.literal('door'),
  callId: id,
  tenantId: id,
  imei,
  deviceName: z.string(),
  channel: word,
  appToken: word,
  appUid: word,
  deviceUid: word,
  deviceToken: word,
  community: word,
  building: word,
  unit: word,
  roomNo: word,
  status: callState,
  pushTime: moment,
  /** It rings until then. */
  expiresAt: moment,
  provider: callProvider,
})
export type IncomingCall = z.output<typeof incomingCall>

/** 5088: a colleague calls. */
export const directCall = z.object({
  code: z.literal('5088'),
  callId: id,
  callerId: id,
  callerName: z.string(),
  calleeId: id,
  pushTime: moment,
  expiresAt: moment,
})
export type DirectCall = z.output<typeof directCall>

/** A call has moved on: answered (by whom), ended, missed; or its door was unlocked meanwhile. */
export const callNotice = z.object({
  code: z.literal('call'),
  callId: id,
  kind: callKind,
  imei: z.nullable(imei),
  state: callState,
  answeredById: z.nullable(id),
  answeredBy: z.nullable(z.string()),
  endReason: z.nullable(callEnd),
  /** Who let the visitor in. */
  unlockedBy: z.optional(z.nullable(z.string())),
  at: moment,
})
export type CallNotice = z.output<typeof callNotice>

/** 5083: the other end of the own call says something about the line. */
export const signalNotice = z.object({ code: z.literal('5083'), callId: id, signal: callSignal })

/** 5082 back to who pressed unlock, on the door's answers: what became of the request. Not yet a confirmation. */
export const unlockAnswer = z.object({
  code: z.literal('5082'),
  imei,
  userId: id,
  nonce: z.string(),
  result: z.enum(['sent', 'offline', 'forbidden', 'noCall', 'tooOften', 'stale', 'noKey', 'failed']),
})
export type UnlockAnswer = z.output<typeof unlockAnswer>

/** 5091 on the door's answers: the door unit confirms. Type 3 is a remote unlock. */
export const unlockConfirmation = z.object({
  code: z.literal('5091'),
  type: z.int(),
  imei,
  result: z.enum(['opened', 'failed']),
  callId: z.nullable(id),
  userId: z.nullable(id),
  userName: z.nullable(z.string()),
  at: moment,
})
export type UnlockConfirmation = z.output<typeof unlockConfirmation>

/** The request that a console publishes to `sfwatch/{imei}/server`; stale or repeated ones are refused. */
export const unlockRequest = z.object({
  code: z.literal('5082'),
  imei,
  userId: id,
  /** The call it belongs to; absent: by an explicit right. */
  callId: z.optional(z.nullable(id)),
  /** By the server's clock, as far as the console knows it. */
  at: moment,
  /** Made for this press; never used twice. */
  nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
})

/** Something new stands in the message centre; `unread` counts what the person has not read. */
export const noticeNotice = z.object({
  code: z.literal('notice'),
  id: z.nullable(id),
  kind: z.nullable(noticeKind),
  unread: z.int(),
})

/** An alarm that is new or has changed. `departmentId` of the row decides who with a department scope hears it. */
export const alarmNotice = z.object({ code: z.literal('alarm'), tenantId: id, alarm: wireOf(alarm.schema) })

/** Test windows have changed: which alarms are silenced is to be asked again. */
export const testsNotice = z.object({ code: z.literal('tests') })

/** Something has become of text messages of alarms: they are to be asked again. */
export const textsNotice = z.object({ code: z.literal('texts') })

/** A batch of state changes; absent fields did not change. */
export const stateBatch = z.object({
  code: z.literal('state'),
  at: moment,
  devices: z.array(
    wireOf(
      z.object({
        id,
        imei,
        departmentId: z.optional(z.nullable(id)),
        state: z.optional(deviceState),
        battery: z.optional(z.nullable(z.int())),
        signal: z.optional(z.nullable(z.int())),
        mainsPower: z.optional(z.boolean()),
        ...partOf(stateFields, 'reported'),
        latitude: z.optional(z.number()),
        longitude: z.optional(z.number()),
        /** With a place: when, and how sure in metres. */
        positionAt: z.optional(moment),
        accuracy: z.optional(z.nullable(z.number())),
        /** On a floor: metres on its drawing. */
        indoor: z.optional(
          z.object({ drawingId: id, x: z.number(), y: z.number(), z: z.nullable(z.number()), at: moment }),
        ),
        lastMessageAt: z.optional(moment),
        connectedAt: z.optional(moment),
        offlineAt: z.optional(moment),
        /** The device has told which settings are in force. */
        settingsAt: z.optional(moment),
        readings: z.optional(z.array(z.object({ kind: readingKind, value: z.number(), at: moment }))),
      }),
    ),
  ),
})
export type StateBatch = z.output<typeof stateBatch>
export type DeviceChange = StateBatch['devices'][number]

/** To the person's own topic: a command or a task moved on, or the session is over. */
export const commandNotice = z.object({
  code: z.literal('command'),
  id,
  imei,
  state: commandState,
  reason: z.nullable(z.string()),
})
/** Commands of one batch moved on, to who gave it: many at once, where one message each would drown the console. */
export const commandsNotice = z.object({
  code: z.literal('orders'),
  batchId: id,
  moves: z.array(z.object({ id, state: commandState, reason: z.nullable(z.string()) })),
})
export const taskNotice = z.object({
  code: z.literal('task'),
  id,
  state: taskState,
  rows: z.int(),
  kind: z.optional(taskKind),
  /** Its person watches it, or has ended it: the end is not told in passing. */
  quiet: z.optional(z.boolean()),
})
/** How far an allocation got, to who began it. */
export const allocationNotice = z.object({
  code: z.literal('allocation'),
  id,
  state: allocationState,
  total: z.int(),
  done: z.int(),
  failed: z.int(),
})
/** Bills went a step, or what they were for was delivered, to who ordered them. */
export const billsNotice = z.object({ code: z.literal('bills'), ids: z.array(id) })
/** Devices went into or out of geofences, or stayed. `inside` is how it is now; `kind` null: a side was found, nothing happened. */
export const fenceNotice = z.object({
  code: z.literal('fence'),
  tenantId: id,
  changes: z.array(
    z.object({
      fenceId: id,
      deviceId: id,
      imei,
      inside: z.boolean(),
      since: moment,
      kind: z.nullable(fenceEventKind),
      at: moment,
      /** Known only long after it happened: the side of now is not of it. */
      late: z.optional(z.boolean()),
    }),
  ),
})
export type FenceNotice = z.output<typeof fenceNotice>
/** 5097: somebody rings one into a conference room; `over`: one is in, has declined it on another console, or it was taken back. */
export const conferenceRing = z.object({
  code: z.literal('5097'),
  ringId: z.int(),
  over: z.boolean(),
  roomId: z.string(),
  roomName: z.string(),
  by: z.string(),
  until: moment,
})
export type ConferenceRing = z.output<typeof conferenceRing>
/** A camera came, went or is tried again, to everybody who may watch it. */
export const cameraNotice = z.object({ code: z.literal('camera'), health: cameraHealth })
export type CameraNotice = z.output<typeof cameraNotice>
/**
 * Rows that several people judge at once came, were judged or changed: who looks at them asks again. `version` null: it is
 * gone.
 */
export const rowsNotice = z.object({
  code: z.literal('rows'),
  entity: z.enum([
    'photo',
    'video',
    'faceSample',
    'faceCapture',
    'approvalCase',
    'leaveRequest',
    'application',
    'worker',
    'announcement',
    'announcementReceipt',
    'leaveRequest',
    'room',
    'muster',
    'emergency',
  ]),
  rows: z.array(z.object({ id, version: z.nullable(z.int()) })),
})
export type RowsNotice = z.output<typeof rowsNotice>
export const sessionNotice = z.object({ code: z.literal('208') })

export const webMessage = z.union([
  sosNotice,
  cardIssuedNotice,
  alarmNotice,
  testsNotice,
  textsNotice,
  stateBatch,
  commandNotice,
  commandsNotice,
  taskNotice,
  allocationNotice,
  billsNotice,
  fenceNotice,
  sessionNotice,
  conferenceRing,
  cameraNotice,
  rowsNotice,
  incomingCall,
  directCall,
  callNotice,
  signalNotice,
  unlockAnswer,
  unlockConfirmation,
  noticeNotice,
])
export type WebMessage = z.output<typeof webMessage>

/** Reads one broker payload for consoles; undefined for anything that is not a known message. */
export function readWebMessage(payload: string): WebMessage | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(payload)
  } catch {
    return undefined
  }
  const result = z.safeParse(webMessage, raw)
  return result.success ? result.data : undefined
}
