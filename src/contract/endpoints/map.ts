// What maps ask: what the operator configured, the whole fleet as columns, where alarms pile up.
import * as z from 'zod/mini'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const time = inQuery(16, moment)

/** Keys of providers are not in the bundle; they come with the session, and AMap's security code never leaves the server. */
export const mapConfig = endpoint({
  service: 'device',
  method: 'GET',
  path: 'map/config',
  access: 'session',
  summary: 'Which maps the operator has configured',
  request: z.strictObject({}),
  response: z.object({
    amap: z.nullable(z.object({ key: z.string(), serviceHost: z.string() })),
    google: z.nullable(z.object({ key: z.string() })),
    /** The operator's vector tiles (PMTiles), served by the back end. */
    street: z.nullable(z.object({ url: z.string(), attribution: z.string(), bytes: z.int() })),
    raster: z.nullable(z.object({ url: z.string(), attribution: z.string(), mostZoom: z.int() })),
  }),
})

/** Every device the person may see, recycled ones left out, by name: 100,000 must come in a second. */
export const fleetPoints = endpoint({
  service: 'device',
  method: 'GET',
  path: 'fleet/points',
  access: 'device.read',
  summary: 'Places, states and names of all devices, as columns',
  request: z.strictObject({
    /** `installed`: where people put them, whatever the devices say themselves. */
    places: z.optional(z.enum(['live', 'installed'])),
  }),
  response: z.object({
    at: moment,
    count: z.int(),
    imeis: z.array(z.string()),
    names: z.array(z.string()),
    /** Empty: nobody wears it. */
    wearers: z.array(z.string()),
    /** `packFleet` of domain/device/fleet-columns.ts as base64. */
    packed: z.string(),
  }),
})

/** Alarms of a period counted by places of about 25 m; at most 5,000 places, the fullest. */
export const alarmHeat = endpoint({
  service: 'message',
  method: 'GET',
  path: 'alarm/heat',
  cost: 'report',
  access: 'alarm.read',
  summary: 'Where the alarms of a period piled up',
  request: z.strictObject({
    from: time,
    to: time,
    type: z.optional(wireOf(alarmType)),
    skip: z.optional(inQuery(7, z.int().check(z.nonnegative()))),
  }),
  response: z.object({
    total: z.int(),
    /** Places with any, of about 25 m; an answer has 5,000 of them at most, the next ones come after `skip`. */
    places: z.int(),
    /** Alarms without a place. */
    unplaced: z.int(),
    spots: z.array(z.object({ longitude: z.number(), latitude: z.number(), count: z.int() })),
  }),
})
