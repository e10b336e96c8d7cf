// What happened around devices or a place in a span, as lanes of one time: each thing with when it happened and when it was known.
import * as z from 'zod/mini'
import { readingKind } from '../../domain/device/readings.ts'
import { permissionFor } from '../../domain/entity.ts'
import { id, ids, imei, latitude, longitude, moment } from '../../domain/fields.ts'
import {
  eventLanes,
  LONGEST_REPLAY_MS,
  MOST_REPLAY_DEVICES,
  RADIUS_METRES,
  replayLanes,
} from '../../domain/replay/lanes.ts'
import { replayMark } from '../../domain/replay/replay-mark.ts'
import { endpoint } from '../endpoint.ts'
import { recordedLane } from './camera-recording.ts'

/** Single things of one lane; the latest of the span are left out, and `cut` names the lane. */
export const MOST_LANE_EVENTS = 500
/** Lines of readings. */
export const MOST_REPLAY_SERIES = 12

const around = z.strictObject({
  longitude,
  latitude,
  radiusMetres: z.number().check(z.minimum(RADIUS_METRES.least), z.maximum(RADIUS_METRES.most)),
})

const replayEvent = z.object({
  id: z.string(),
  lane: z.enum(eventLanes),
  at: moment,
  knownAt: moment,
  /** When it was over, for what lasts; null: it still goes on. */
  until: z.optional(z.nullable(moment)),
  /** Type of the alarm, kind of the order, of what happened at the door, of the call, of the line in the timeline. */
  kind: z.string(),
  /** How it came out: state of the order or of the call. */
  state: z.nullable(z.string()),
  deviceId: z.nullable(id),
  /** Whom or what it is about: the device, the wearer, who called. */
  subject: z.string(),
  by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  critical: z.boolean(),
  alarmId: z.nullable(id),
  place: z.nullable(z.object({ longitude, latitude })),
})
export type WireEvent = z.output<typeof replayEvent>

export const replayTrack = z.object({
  deviceId: id,
  gapMs: z.int(),
  /** `packTrack` of domain/track/packed-track.ts as base64. */
  packed: z.string(),
})

const replaySeries = z.object({
  deviceId: id,
  kind: readingKind,
  times: z.array(moment),
  values: z.array(z.number()),
  /** A longer silence is a gap. */
  gapMs: z.int(),
})
export type ReplaySeries = z.output<typeof replaySeries>

export const lateRun = z.object({ deviceId: id, from: moment, to: moment, receivedAt: moment })

export const replay = endpoint({
  service: 'device',
  method: 'POST',
  path: 'replay/lanes',
  cost: 'report',
  access: permissionFor(replayMark, 'read'),
  summary: 'What happened around devices or a place in a span, each thing with when it was known',
  request: z
    .strictObject({
      deviceIds: z.optional(ids(MOST_REPLAY_DEVICES)),
      around: z.optional(around),
      from: moment,
      to: moment,
    })
    .check(
      z.refine(({ from, to }) => from < to, { error: 'periodOrder', path: ['to'] }),
      z.refine(({ from, to }) => to - from <= LONGEST_REPLAY_MS, { error: 'replaySpan', path: ['to'] }),
      z.refine(({ deviceIds, around }) => (deviceIds?.length ?? 0) > 0 || around !== undefined, {
        error: 'nothingSelected',
        path: ['deviceIds'],
      }),
    ),
  response: z.object({
    /** By the server's clock. */
    now: moment,
    devices: z.array(z.object({ id, imei, name: z.string() })),
    /** So many more devices are there than are shown: choose a smaller circle. */
    moreDevices: z.int(),
    /** Lanes that this person may not see. */
    withheld: z.array(z.enum(replayLanes)),
    /** Lanes that had more than is shown. */
    cut: z.array(z.enum(replayLanes)),
    events: z.array(replayEvent),
    tracks: z.array(replayTrack),
    series: z.array(replaySeries),
    /** What devices kept while nobody heard them: points and readings of the span that came later. */
    late: z.array(lateRun),
    cameras: z.array(recordedLane),
  }),
})
export type Replay = z.output<(typeof replay)['response']>
