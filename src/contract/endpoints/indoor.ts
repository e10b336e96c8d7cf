// What the console asks of indoor positions beyond the generic endpoints.
import * as z from 'zod/mini'
import { deviceKind, deviceState } from '../../domain/device/device.ts'
import { id, imei, moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const time = inQuery(16, moment)
const idInQuery = inQuery(15, id)

/** Takes a plan as a picture; keeps it as WebP. `width` and `height` are its pixels, for the shape of its metres. */
export const uploadDrawing = endpoint({
  service: 'device',
  method: 'POST',
  path: 'drawing/upload',
  access: 'drawing.save',
  summary: 'Upload the picture of a drawing',
  upload: 'plan',
  request: z.strictObject({}),
  response: z.object({ url: z.string(), name: z.string(), bytes: z.int(), width: z.int(), height: z.int() }),
})

/** Who is on which floor. */
export const indoorFloors = endpoint({
  service: 'device',
  method: 'GET',
  path: 'indoor/floors',
  access: 'drawing.read',
  summary: 'Floors with a plan and how many devices are on each',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      drawingId: id,
      title: z.string(),
      building: z.nullable(z.string()),
      floor: z.nullable(z.string()),
      deviceCount: z.int(),
      onlineCount: z.int(),
      lastAt: z.nullable(moment),
    }),
  ),
})

/** Devices whose newest indoor position is on a floor. */
export const indoorDevices = endpoint({
  service: 'device',
  method: 'GET',
  path: 'indoor/devices',
  access: 'drawing.read',
  summary: 'Devices on a floor: where, since when, in which state',
  request: z.strictObject({ drawingId: idInQuery }),
  response: z.array(
    wireOf(
      z.object({
        id,
        imei,
        name: z.string(),
        wearerName: z.nullable(z.string()),
        kind: deviceKind,
        state: deviceState,
        battery: z.nullable(z.int()),
        /** Metres on the drawing from its lower left corner. */
        x: z.number(),
        y: z.number(),
        z: z.nullable(z.number()),
        at: moment,
      }),
    ),
  ),
})

/** Most points of a trail. */
export const MOST_TRAIL_POINTS = 20_000

export const indoorTrail = endpoint({
  service: 'device',
  method: 'GET',
  path: 'indoor/trail',
  access: 'drawing.read',
  summary: 'Where a device was on a floor in a period, oldest first',
  request: z.strictObject({ imei, drawingId: idInQuery, from: time, to: time }),
  response: z.object({ times: z.array(moment), xs: z.array(z.number()), ys: z.array(z.number()) }),
})
