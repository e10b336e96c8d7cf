// Recordings: of conference rooms, intercom calls, cameras and body-worn recorders. What was recorded stands in tracks, one for
// each sound or picture, and marks say what happened when.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, imei, moment, nonEmpty, rowBase, several, text } from '../fields.ts'
import { needlessUnless, refusing, stepUnless } from '../hindrance.ts'
import { NAME_LENGTH, NOTE_LENGTH } from '../limits.ts'
import { recordingTrouble } from './recording-trouble.ts'

/** In the order of its digits (console specification, section 4): local 0, of a video call 1. */
export const recordingType = z.enum(['local', 'call'])
export type RecordingType = z.output<typeof recordingType>

/** What it is of: a conference room, a call at a door, a camera, a body-worn recorder. */
export const recordingSource = z.enum(['room', 'call', 'camera', 'bodyWorn'])
export type RecordingSource = z.output<typeof recordingSource>

/** Rooms and calls at doors are video calls. */
export const typeOfSource: Record<RecordingSource, RecordingType> = {
  room: 'call',
  call: 'call',
  camera: 'local',
  bodyWorn: 'local',
}

/** `closing`: its files are made whole and brought to where they are kept. */
export const recordingState = z.enum(['recording', 'closing', 'ready', 'failed'])
export type RecordingState = z.output<typeof recordingState>

/** `mixed`: sound and picture in one file, as cameras and recorders make them, and as a composite has them. */
export const trackKind = z.enum(['audio', 'video', 'screen', 'mixed'])
export type TrackKind = z.output<typeof trackKind>

/** What happened at a moment of a recording. `declined`: somebody did not agree to be recorded; `gap`: nothing was recorded. */
export const markKind = z.enum(['join', 'leave', 'speaker', 'layout', 'alarm', 'declined', 'gap'])
export type MarkKind = z.output<typeof markKind>

export const HOLD_REASON_LENGTH = 200
/** Devices that were in a call. */
const MOST_IMEIS = 100

const fields = {
  name: nonEmpty(NAME_LENGTH),
  note: z.optional(z.nullable(text(NOTE_LENGTH))),
}

export const recording = defineEntity({
  key: 'recording',
  service: 'user',
  permission: 'recording',
  grants: {
    menu: 'VCRList',
    property: ['read', 'save', 'play', 'download', 'hold', 'calls', 'remove', 'export'],
    duty: ['read', 'play'],
  },
  page: {
    path: '/VCRList',
    layout: 'console',
    titleZh: '录像列表',
    titleEn: 'Recordings',
    directory: 'Video',
    after: 'videoManage',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    name: z.string(),
    note: z.nullable(z.string()),
    /** As services and storages name it: `web_` and a time stamp. */
    fileName: z.string(),
    type: recordingType,
    source: recordingSource,
    state: recordingState,
    trouble: z.nullable(recordingTrouble),
    startedAt: moment,
    /** Null while it runs. */
    endedAt: z.nullable(moment),
    /** Of all its tracks. */
    bytes: z.int(),
    trackCount: z.int(),
    /** Number of the room. */
    roomId: z.nullable(z.string()),
    callId: z.nullable(id),
    deviceId: z.nullable(id),
    deviceName: z.nullable(z.string()),
    cameraId: z.nullable(id),
    /** Devices that were in it. */
    imeis: z.array(z.string()),
    departmentId: z.nullable(id),
    departmentName: z.nullable(z.string()),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    place: z.nullable(z.string()),
    /** Who started it or sent it in; null where a schedule or a device did. */
    userId: z.nullable(id),
    userName: z.string(),
    /** Nothing deletes it, its days being over or not. */
    held: z.boolean(),
    holdReason: z.nullable(z.string()),
    heldByName: z.nullable(z.string()),
    /** When its days are over; null: it stays. */
    expiresAt: z.nullable(moment),
    changedByName: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: {
    name: 'contains',
    source: 'oneOf',
    type: 'oneOf',
    state: 'oneOf',
    held: 'equals',
    startedAt: 'range',
    roomId: 'contains',
    deviceId: 'equals',
    userName: 'contains',
  },
  sorts: ['startedAt', 'endedAt', 'name', 'bytes', 'expiresAt', 'createdAt'],
  defaultSort: '-startedAt',
  search: ['name', 'userName', 'roomId', 'place', 'note'],
  countBy: 'source',
  department: 'departmentId',
  refs: {
    deviceId: { entity: 'device', label: 'deviceName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  removable: true,
  addable: false,
  commands: {
    hold: {
      permission: 'recording.hold',
      undo: 'release',
      input: z.object({ reason: nonEmpty(HOLD_REASON_LENGTH) }),
      hindrance: ({ held }) => needlessUnless(!held),
    },
    release: {
      permission: 'recording.hold',
      hindrance: ({ held }) => needlessUnless(held),
    },
    /** Takes files that could not be brought to the storage there once more. */
    retry: {
      permission: 'recording.save',
      hindrance: ({ state, trouble }) => stepUnless(state === 'closing' && trouble === 'storage', 'state'),
    },
  },
})

/** What one may without changing a row: `play` it, `download` its files, decide on recording `calls`. */
export const recordingPermissions = {
  play: 'recording.play',
  download: 'recording.download',
  calls: 'recording.calls',
} as const

/** Why a row cannot be deleted now. */
export const removalHindrance = ({ held, state }: { held: boolean; state: RecordingState }) =>
  held ? refusing('recording.held') : state === 'recording' ? refusing('recording.running') : undefined

/** Devices that are told with a recording of a call. */
export const recordedImeis = several(imei, MOST_IMEIS)
