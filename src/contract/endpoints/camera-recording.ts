// What cameras have recorded by themselves: their settings, the timeline of several of them, holds and clips.
import * as z from 'zod/mini'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import { chosenIds, id, moment, nonEmpty } from '../../domain/fields.ts'
import { gapReason, recordingSettings, recordingStop } from '../../domain/recordings/camera-recording.ts'
import { MOST_CLIP_MS, MOST_LANES } from '../../domain/recordings/monitor-playback.ts'
import { HOLD_REASON_LENGTH, recordingPermissions } from '../../domain/recordings/recording.ts'
import { endpoint } from '../endpoint.ts'

/** A page asks for a day and what lies beside it. */
const MOST_PERIOD_MS = 3 * DAY_MS
const MOST_PLAYED_MS = HOUR_MS
const cameras = chosenIds(MOST_LANES)
interface Period {
  from: number
  to: number
}
const inOrder = z.refine<Period>(({ from, to }) => from < to, { error: 'periodOrder', path: ['to'] })
const within = (most: number) =>
  z.refine<Period>(({ from, to }) => to - from <= most, { error: 'tooBig', path: ['to'] })

export const recordedLane = z.object({
  cameraId: id,
  name: z.string(),
  /** Where it has pictures, rising and apart from each other. */
  stretches: z.array(z.object({ from: moment, to: moment, held: z.boolean() })),
  /** It was to record and had no picture; without an end it has none yet. */
  gaps: z.array(z.object({ from: moment, to: z.nullable(moment), why: z.nullable(gapReason) })),
  /** What is recorded since then can be played in about a minute. */
  writingFrom: z.nullable(moment),
  /** Why nothing is recorded now, though it is to be. */
  trouble: z.nullable(recordingStop),
})
export type RecordedLane = z.output<typeof recordedLane>

export const recordedAlarm = z.object({
  id,
  at: moment,
  type: alarmType,
  critical: z.boolean(),
  deviceName: z.string(),
  /** Those of the cameras that were asked for that belong to it. */
  cameraIds: z.array(id),
})
export type RecordedAlarm = z.output<typeof recordedAlarm>

export const recordedOfCameras = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/recorded',
  access: recordingPermissions.play,
  summary: 'What cameras have recorded in a period, with its gaps and alarms',
  request: z
    .strictObject({ cameraIds: cameras, from: moment, to: moment })
    .check(inOrder, within(MOST_PERIOD_MS)),
  response: z.object({ lanes: z.array(recordedLane), alarms: z.array(recordedAlarm), now: moment }),
})

export const recordedSegment = z.object({
  id,
  from: moment,
  to: moment,
  /** Path from which its bytes come, also parts of them; good for some hours. */
  url: z.string(),
})
export type RecordedSegment = z.output<typeof recordedSegment>

/** Written into the audit log once an hour for the same cameras and person: a player asks again and again. */
export const picturesOfCameras = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/recorded/pictures',
  access: recordingPermissions.play,
  summary: 'The files of what cameras have recorded around a moment, to be played',
  request: z
    .strictObject({ cameraIds: cameras, from: moment, to: moment })
    .check(inOrder, within(MOST_PLAYED_MS)),
  response: z.object({
    lanes: z.array(z.object({ cameraId: id, segments: z.array(recordedSegment) })),
  }),
})

/** Of every camera that one may see, those that record nothing included. */
export const cameraRecordings = endpoint({
  service: 'device',
  method: 'GET',
  path: 'camera/recordings',
  access: recordingPermissions.play,
  summary: 'How cameras record by themselves',
  request: z.strictObject({}),
  response: z.array(
    z.extend(recordingSettings, {
      name: z.string(),
      recordingSince: z.nullable(moment),
      trouble: z.nullable(recordingStop),
    }),
  ),
})

export const saveCameraRecording = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/recordings/save',
  access: 'camera.save',
  summary: 'Say how a camera records by itself',
  request: recordingSettings,
  response: z.null(),
})

/**
 * Refused with `recording.nothing` where none of the cameras has a picture in it, and with `recording.clipTooBig` where
 * there is more than one file can have.
 */
export const clipOfCameras = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/clip',
  access: recordingPermissions.download,
  summary: 'Cut a clip out of what cameras have recorded, as a task',
  request: z
    .strictObject({ cameraIds: cameras, from: moment, to: moment, zone: z.string().check(z.maxLength(60)) })
    .check(inOrder, within(MOST_CLIP_MS)),
  response: z.object({ taskId: id }),
})

export const holdRecorded = endpoint({
  service: 'device',
  method: 'POST',
  path: 'camera/hold',
  access: 'recording.hold',
  summary: 'Keep what cameras have recorded in a period from being deleted, or no longer',
  request: z
    .strictObject({
      cameraIds: cameras,
      from: moment,
      to: moment,
      /** Absent: the hold ends. */
      reason: z.optional(nonEmpty(HOLD_REASON_LENGTH)),
    })
    .check(inOrder, within(MOST_PERIOD_MS)),
  response: z.object({ segments: z.int() }),
})
