// Where devices have been.
import * as z from 'zod/mini'
import { imei, moment, zoneName } from '../../domain/fields.ts'
import { positionSource } from '../../domain/track/track.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const time = inQuery(16, moment)

/** Longest period one track may ask for. */
export const MOST_TRACK_DAYS = 31
/** Points of one answer; what is beyond is cut off, and `until` says where. */
export const MOST_TRACK_POINTS = 200_000

export const trackPoints = endpoint({
  service: 'device',
  method: 'GET',
  path: 'track/points',
  access: 'device.read',
  summary: 'The positions of a device in a period, packed',
  request: z.strictObject({ imei, from: time, to: time, source: z.optional(positionSource) }),
  response: z.object({
    imei,
    name: z.string(),
    count: z.int(),
    /** The last moment that is in it. */
    until: moment,
    /** A longer silence is a gap, milliseconds: three of the device's reports are missing, and ten minutes at least. */
    gapMs: z.int(),
    /** `packTrack` of domain/track/packed-track.ts as base64; times rise and none is twice. */
    packed: z.string(),
  }),
})

/** On which days there is anything to play. */
export const trackDays = endpoint({
  service: 'device',
  method: 'GET',
  path: 'track/days',
  access: 'device.read',
  summary: 'How many positions a device has on each day of a period',
  request: z.strictObject({ imei, from: time, to: time, zone: zoneName }),
  response: z.array(z.object({ at: moment, count: z.int() })),
})
