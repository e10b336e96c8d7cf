// What the console asks of geofences beyond the generic endpoints.
import * as z from 'zod/mini'
import { deviceKind, deviceState } from '../../domain/device/device.ts'
import { fence } from '../../domain/fence/fence.ts'
import { id, imei, moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)
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
    add: z.array(id).check(z.maxLength(MOST_BOUND)),
    remove: z.array(id).check(z.maxLength(MOST_BOUND)),
  }),
  response: z.object({ deviceCount: z.int() }),
})
