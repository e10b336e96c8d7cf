// What a scene dashboard asks: all of its figures at once.
import * as z from 'zod/mini'
import { id, localDate, moment } from '../../domain/fields.ts'
import { figureKeys } from '../../domain/scene/figures.ts'
import { sceneNames } from '../../domain/scene/scenes.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const whole = z.int().check(z.nonnegative())
/** Null: nobody knows, which is not the same as none. */
const known = z.nullable(whole)

export const sceneFigure = z.object({
  key: z.enum(figureKeys),
  /** When it was counted. */
  at: moment,
  value: whole,
  /** Of how many; null for a figure that stands for itself. */
  of: known,
  /** Absent for what only stands now; null where the tenant is younger than what would be compared with. */
  /** How many have each word of the field by which the figure is split; those that none has are left out. */
  parts: z.optional(z.array(z.object({ word: z.string(), value: whole }))),
  yesterday: z.optional(known),
  lastWeek: z.optional(known),
})

/** The figures that the person may see, of the rows that they may see; one of a list that is closed to them is left out. */
export const sceneSnapshot = endpoint({
  service: 'user',
  method: 'GET',
  path: 'scene/snapshot',
  access: 'session',
  summary: 'The figures of a scene dashboard, each with when it was counted and the same hours before',
  request: z.strictObject({
    scene: z.enum(sceneNames),
    /** As this wall shows it, for a person who looks at one; a wall is itself. */
    wall: z.optional(inQuery(15, id)),
  }),
  response: z.object({
    /** What the filters of the lists behind the figures are made of. */
    moments: z.object({ now: moment, dayStart: moment, today: localDate }),
    figures: z.array(sceneFigure),
  }),
})
