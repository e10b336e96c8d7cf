// What the console asks of geofences beyond the generic endpoints.
import * as z from 'zod/mini'
import { deviceKind, deviceState } from '../../domain/device/device.ts'
import { fence } from '../../domain/fence/fence.ts'
import { id, ids, imei, moment, zoneName } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)
const time = inQuery(16, moment)
const { rings, groupNames: _, ...plain } = fence.schema.shape

/** Fences with their corners, as far as they concern the map; at most 2,000. */
export const fenceShapes = endpoint({
  service: 'device',
  method: 'GET',
  path: 'fence/shapes',
  access: 'fence.read',
  summary: 'All fences with their shapes; those that watch one device when an IMEI is given',
  request: z.strictObject({ imei: z.optional(imei) }),
  response: z.array(wireOf(z.object({ ...plain, rings }))),
})

/** Most devices of one answer; those that are inside go before those that are not. */
export const MOST_WATCHED = 5_000

/** The devices a fence watches, by themselves or by a group, and on which side each is; by name. */
export const fenceDevices = endpoint({
  service: 'device',
  method: 'GET',
  path: 'fence/devices',
  access: 'fence.read',
  summary: 'Devices that a fence watches and on which side each is',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(
    wireOf(
      z.object({
        id,
        imei,
        name: z.string(),
        wearerName: z.nullable(z.string()),
        kind: deviceKind,
        state: deviceState,
        /** Bound by itself; otherwise only by a group. */
        direct: z.boolean(),
        /** Null: no position has decided yet. */
        inside: z.nullable(z.boolean()),
        since: z.nullable(moment),
        longitude: z.nullable(z.number()),
        latitude: z.nullable(z.number()),
        positionAt: z.nullable(moment),
      }),
    ),
  ),
})

/**
 * What the events of a fence from `from` (included) to `to` (not) add up to, at most 400 days; of the devices that the
 * person may see. Hours and weekdays are those of `zone`, also across a change of its clocks.
 */
export const fenceFigures = endpoint({
  service: 'device',
  method: 'GET',
  path: 'fence/figures',
  access: 'fence.read',
  summary: 'Entries, exits and stays at a fence in a period',
  request: z.strictObject({ id: idInQuery, from: time, to: time, zone: zoneName }),
  response: z.object({
    entries: z.int(),
    exits: z.int(),
    /** Entries by day of the week (Monday first) and hour of the day. */
    heat: z.array(z.array(z.int())),
    /** Milliseconds of the stays that ended in the period; null without any. */
    stays: z.nullable(
      z.object({ count: z.int(), average: z.number(), middle: z.number(), longest: z.number() }),
    ),
    /** Stays by how long they were, in the order of `stayLimits` and one more for the longest. */
    lengths: z.array(z.int()),
    /** The eight that came most often, by the name of their last event; how long they stayed altogether. */
    often: z.array(z.object({ deviceId: id, imei, name: z.string(), entries: z.int(), ms: z.int() })),
  }),
})

/** Most devices one call may bind or let go. */
export const MOST_BOUND = 1_000

export const bindFence = endpoint({
  service: 'device',
  method: 'POST',
  path: 'fence/bind',
  access: 'fence.save',
  summary: 'Bind devices to a fence and let others go',
  idempotent: true,
  request: z.strictObject({
    id,
    add: ids(MOST_BOUND),
    remove: ids(MOST_BOUND),
  }),
  response: z.object({ deviceCount: z.int() }),
})
