// Calls: answering a door, hanging up, calling a colleague; making a tablet into a door unit.
import * as z from 'zod/mini'
import { id, imei, moment, text } from '../../domain/fields.ts'
import { callRecordingMode, callSide } from '../../domain/intercom/call-recording.ts'
import { recordingPermissions } from '../../domain/recordings/recording.ts'
import { joinData } from '../call-signal.ts'
import { endpoint } from '../endpoint.ts'
import { searchText } from '../query-values.ts'

const roomNo = z.optional(z.nullable(text(30)))

/**
 * Answers a ringing door (real-time specification, section 7). The first answer wins; a later one gets `call.takenBy`
 * with the name, one after the end `call.over`.
 */
export const buildToken = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/buildToken',
  access: 'call.answer',
  summary: 'Answer the call of a door unit: the first answer wins',
  request: z.strictObject({ imei, roomNo, callId: z.optional(id) }),
  response: z.object({ deviceUid: z.string(), deviceToken: z.string(), join: joinData }),
})

/** Hangs up (real-time specification, section 7), with the IMEI alone as well. Nothing to hang up is no error. */
export const hangUp = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/property/answer',
  access: 'call.answer',
  summary: 'Hang up the own call with a door unit',
  request: z.strictObject({ imei, roomNo }),
  response: z.null(),
})

export const callPeople = endpoint({
  service: 'device',
  method: 'GET',
  path: 'voiceNet/direct/people',
  access: 'call.direct',
  summary: 'People of the own tenant who can be called, the calling person left out',
  request: z.strictObject({ search: z.optional(searchText) }),
  response: z.array(
    z.object({
      ...{ id, name: z.string(), departmentName: z.nullable(z.string()), online: z.boolean() },
      /** The posts at which the person is on duty now, after swaps; null: at none. */
      onDuty: z.nullable(z.string()),
    }),
  ),
})

export const startDirectCall = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/direct/start',
  access: 'call.direct',
  summary: 'Call a colleague',
  request: z.strictObject({ userId: id }),
  response: z.object({ calleeName: z.string(), expiresAt: moment, join: joinData }),
})

export const acceptDirectCall = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/direct/accept',
  access: 'call.direct',
  summary: 'Answer the call of a colleague, in one place only',
  request: z.strictObject({ callId: id }),
  response: z.object({ callerName: z.string(), join: joinData }),
})

export const endDirectCall = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/direct/end',
  access: 'call.direct',
  summary: 'Hang up, give up or decline the call with a colleague',
  request: z.strictObject({ callId: id }),
  response: z.null(),
})

/** Demo mode only: a simulated visitor presses the button. */
export const ringDoor = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/demo/ring',
  access: 'call.answer',
  summary: 'Let a simulated door unit ring, in demo mode',
  request: z.strictObject({ imei, roomNo }),
  response: z.null(),
})

/** A code that makes a browser into this door unit; it voids the device's secret when it is used. */
export const makeDoorCode = endpoint({
  service: 'device',
  method: 'POST',
  path: 'door/code',
  access: 'device.secret',
  summary: 'Make a code with which a tablet becomes this door unit',
  request: z.strictObject({ imei }),
  response: z.object({ code: z.string(), expiresAt: moment }),
})

export const enrolDoor = endpoint({
  service: 'device',
  method: 'POST',
  path: 'door/enrol',
  access: 'public',
  summary: 'Use a code up: answers the secret of the door unit',
  request: z.strictObject({ code: z.string().check(z.regex(/^\d{8}$/)) }),
  response: z.object({
    imei,
    name: z.string(),
    secret: z.string(),
    /** Whose site the door looks like. */
    tenantId: id,
    /** Address of the broker over websocket, absolute or on the same origin. */
    url: z.string(),
    community: z.nullable(z.string()),
    building: z.nullable(z.string()),
    unit: z.nullable(z.string()),
    roomNo: z.nullable(z.string()),
  }),
})

export const readCallRecording = endpoint({
  service: 'device',
  method: 'GET',
  path: 'recording/callSetting',
  access: 'session',
  summary: 'Whether calls of the own tenant are recorded, and on what terms',
  request: z.strictObject({}),
  response: z.object({
    mode: callRecordingMode,
    changedAt: z.nullable(moment),
    changedBy: z.nullable(z.string()),
  }),
})

export const saveCallRecording = endpoint({
  service: 'device',
  method: 'POST',
  path: 'recording/callSetting/save',
  access: recordingPermissions.calls,
  summary: 'Decide whether calls of the own tenant are recorded, and on what terms',
  request: z.strictObject({ mode: callRecordingMode }),
  response: z.null(),
})

/**
 * Wants to record the own call. `asked`: the other end is asked first; once it has agreed this is called again. Refused with
 * `call.recordingOff`, `call.recorded` (the other end records it), `recording.diskFull`, `recording.quota`.
 */
export const beginCallRecording = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/recording/begin',
  access: 'call.record',
  summary: 'Record the own call, on the terms of the own tenant',
  request: z.strictObject({ callId: id }),
  response: z.object({ is: z.enum(['asked', 'on']) }),
})

const written = z.string().check(z.regex(/^\d{1,15}$/, { error: 'type' }))

/**
 * The next piece of one sound or picture as WebM, in order: one that is here already is taken as it is. Refused with
 * `call.notRecorded` once the recording has ended.
 */
export const sendCallPiece = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/recording/piece',
  access: 'call.record',
  summary: 'Send the next second of a sound or picture of the own call that is recorded',
  upload: 'video',
  request: z.strictObject({
    callId: written,
    /** Counted from 0 through the whole call. */
    track: written,
    piece: written,
    kind: z.enum(['audio', 'video']),
    side: callSide,
    /** Where the track begins, in milliseconds of the recording. */
    beginMs: written,
  }),
  response: z.object({ piece: z.int() }),
})

export const endCallRecording = endpoint({
  service: 'device',
  method: 'POST',
  path: 'voiceNet/recording/end',
  access: 'call.record',
  summary: 'End the recording of the own call; one that has ended is no error',
  request: z.strictObject({ callId: id }),
  response: z.null(),
})
