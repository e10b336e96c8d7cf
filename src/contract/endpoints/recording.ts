// Recordings: what a player needs of one, its files, and what a page says of one that has ended.
import * as z from 'zod/mini'
import { id, moment } from '../../domain/fields.ts'
import {
  markKind,
  recordedImeis,
  recordingPermissions,
  recordingSource,
  recordingState,
  trackKind,
} from '../../domain/recordings/recording.ts'
import { endpoint } from '../endpoint.ts'

/** Milliseconds from the beginning of the recording. */
const offset = z.int()

export const recordingTrack = z.object({
  id,
  kind: trackKind,
  codec: z.string(),
  contentType: z.string(),
  /** Where it begins; its file begins at 0 there. */
  beginMs: offset,
  durationMs: z.int(),
  /** Where it really has sound or picture, in milliseconds of the recording; the rest was muted or not sent. */
  spans: z.array(z.object({ fromMs: offset, toMs: offset })),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  bytes: z.int(),
  /** Whose it is: the user name in the room, the imei of a device; null of a camera. */
  whose: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  imei: z.nullable(z.string()),
  /** Path from which its bytes come, also parts of them; good for some hours. */
  url: z.string(),
})
export type RecordingTrack = z.output<typeof recordingTrack>

export const recordingMark = z.object({
  kind: markKind,
  atMs: offset,
  untilMs: z.nullable(offset),
  whose: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  alarmId: z.nullable(id),
})
export type RecordingMark = z.output<typeof recordingMark>

/** Each call of it is written into the audit log: it is how one begins to watch. */
export const playRecording = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recording/play',
  access: recordingPermissions.play,
  summary: 'Play a recording: its tracks, where their bytes are, and its marks',
  request: z.strictObject({ id }),
  response: z.object({
    id,
    name: z.string(),
    source: recordingSource,
    state: recordingState,
    startedAt: moment,
    endedAt: z.nullable(moment),
    durationMs: z.int(),
    tracks: z.array(recordingTrack),
    marks: z.array(recordingMark),
  }),
})

export type PlayedRecording = z.output<(typeof playRecording)['response']>

/** Each call of it is written into the audit log. */
export const downloadRecording = endpoint({
  service: 'user',
  method: 'POST',
  path: 'recording/download',
  access: recordingPermissions.download,
  summary: 'Get the path of one file of a recording, to be kept',
  request: z.strictObject({ id, trackId: id }),
  response: z.object({ url: z.string(), fileName: z.string(), bytes: z.int() }),
})

/** What pages put behind the name of a file that is whole (real-time specification, section 7). */
export const RECORDED_SUFFIX = '_0000'

const required = z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(200))

export const addVcrInfo = endpoint({
  service: 'device',
  method: 'POST',
  path: 'vcr/addVcrInfo',
  access: 'conference.host',
  summary: 'Say which devices a recording that has ended was of',
  request: z.strictObject({
    bucketName: required,
    fileName: required.check(z.regex(/^web_\d{1,16}_0000$/, { error: 'format' })),
    imeis: recordedImeis,
    /** Of a video call (console specification, section 4). */
    type: z.literal(1),
  }),
  response: z.object({ id }),
})
