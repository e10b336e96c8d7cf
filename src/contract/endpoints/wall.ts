// What a wall asks: to be paired, and what it shows. Names in its answers are masked, whoever asks.
import * as z from 'zod/mini'
import { alarmStatus } from '../../domain/alarm/alarm-step.ts'
import { alarmType, severity } from '../../domain/alarm/alarm-types.ts'
import { boardTiles } from '../../domain/board/tiles.ts'
import { deviceKind, deviceState } from '../../domain/device/device.ts'
import { id, latitude, longitude, moment, text } from '../../domain/fields.ts'
import { drawing, indoorZone } from '../../domain/indoor/indoor.ts'
import { BYTES_32 } from '../../domain/limits.ts'
import { sceneNames } from '../../domain/scene/scenes.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'
import { measuredTiles } from './board.ts'

export const wallKnock = endpoint({
  service: 'user',
  method: 'POST',
  path: 'wall/knock',
  access: 'public',
  summary:
    'A screen asks to become a wall: the code that somebody types for it, and what it asks with meanwhile',
  request: z.strictObject({}),
  response: z.object({ code: z.string(), claim: z.string(), expiresAt: moment }),
})

export const wallClaim = endpoint({
  service: 'user',
  method: 'POST',
  path: 'wall/claim',
  access: 'public',
  summary: 'Whether somebody has typed the code of this screen; then its secret, once',
  request: z.strictObject({ claim: z.string().check(z.regex(BYTES_32, { error: 'format' })) }),
  response: z.object({ state: z.enum(['waiting', 'paired', 'over']), secret: z.nullable(z.string()) }),
})

export const wallPair = endpoint({
  service: 'user',
  method: 'POST',
  path: 'wall/pair',
  access: 'wall.save',
  summary: 'Makes the screen that shows a code this wall',
  request: z.strictObject({ id, code: text(20) }),
  response: z.object({ id }),
  idempotent: true,
})

const waiting = z.object({
  id,
  type: alarmType,
  severity,
  status: alarmStatus,
  /** Where, and of which device; names of people are masked in both. */
  place: z.nullable(z.string()),
  deviceName: z.string(),
  wearer: z.nullable(z.string()),
  takenBy: z.nullable(z.string()),
  raisedAt: moment,
  latitude: z.nullable(latitude),
  longitude: z.nullable(longitude),
})

export const wallWatch = endpoint({
  service: 'user',
  method: 'GET',
  path: 'wall/watch',
  access: 'session',
  summary:
    'What a wall shows beside its figures; answers at once when something else is so than `seen`, else in some seconds',
  request: z.strictObject({
    seen: z.optional(text(100)),
    /** Which wall a person looks at; a wall is itself. */
    id: z.optional(inQuery(15, id)),
  }),
  response: wireOf(
    z.object({
      /** Null for a person who names none. */
      name: z.nullable(z.string()),
      /** Null: it shows the whole tenant. */
      departmentName: z.nullable(z.string()),
      scenes: z.array(z.enum(sceneNames)),
      /** After the scenes. */
      boards: z.array(z.object({ id, name: z.string() })),
      seconds: z.int(),
      dimFrom: z.int(),
      dimUntil: z.int(),
      tenantName: z.string(),
      zone: z.string(),
      at: moment,
      /** For the next question. */
      seen: z.string(),
      onDuty: z.array(z.string()),
      /** SOS that nobody has taken, the oldest first. */
      sos: z.array(waiting),
      /** Open alarms, SOS and critical ones first, then the newest. */
      queue: z.array(waiting),
      open: z.int(),
    }),
  ),
})

export const wallBoard = endpoint({
  service: 'user',
  method: 'GET',
  path: 'wall/board',
  access: 'session',
  summary: 'A board of a wall and what its tiles show there: no name of a person in full',
  request: z.strictObject({
    id: inQuery(15, id),
    /** Which wall a person looks at; a wall is itself. */
    wall: z.optional(inQuery(15, id)),
  }),
  response: z.extend(measuredTiles, { name: z.string(), arranged: boardTiles }),
})

export const wallPlan = endpoint({
  service: 'user',
  method: 'GET',
  path: 'wall/plan',
  access: 'session',
  summary:
    'A floor that stands on a board of a wall: its drawing, its zones, and devices without anything that names somebody',
  request: z.strictObject({
    /** Of the drawing. */
    id: inQuery(15, id),
    /** Which wall a person looks at; a wall is itself. */
    wall: z.optional(inQuery(15, id)),
  }),
  response: wireOf(
    z.object({
      drawing: z.pick(drawing.schema, {
        id: true,
        title: true,
        picture: true,
        realWidth: true,
        realHeight: true,
      }),
      zones: z.array(z.pick(indoorZone.schema, { id: true, name: true, kind: true, corners: true })),
      devices: z.array(
        z.object({
          id,
          kind: deviceKind,
          state: deviceState,
          battery: z.nullable(z.int()),
          /** Metres on the drawing from its lower left corner. */
          x: z.number(),
          y: z.number(),
          at: moment,
        }),
      ),
    }),
  ),
})
