// How long a tenant keeps its records: what holds, what another choice would remove, and what all of it takes on the disk.
import * as z from 'zod/mini'
import { moment } from '../../domain/fields.ts'
import { diskKinds, retentionKinds } from '../../domain/retention/kinds.ts'
import { endpoint } from '../endpoint.ts'
import { diskFigures } from './operations.ts'

/** Counting stops here: more is "more than". */
export const MOST_COUNTED = 100_000

const kind = z.enum(retentionKinds)
const days = z.int().check(z.minimum(1), z.maximum(36_500))

export const readRetention = endpoint({
  service: 'user',
  method: 'GET',
  path: 'retention/get',
  access: 'retention.read',
  summary:
    'Days that records of the own tenant are kept, by kind; with the highest authorization the disk, too',
  request: z.strictObject({}),
  response: z.object({
    kinds: z.array(
      z.object({
        kind,
        days,
        /** The tenant decided so; else the installation's days hold. */
        own: z.boolean(),
        installation: days,
        least: days,
        most: days,
      }),
    ),
    /** Who decided what, the newest first. */
    decided: z.array(
      z.object({
        at: moment,
        userName: z.string(),
        kind,
        /** Null: as the installation does. */
        before: z.nullable(days),
        after: z.nullable(days),
      }),
    ),
    disk: z.nullable(
      z.object({
        ...diskFigures,
        measuredAt: moment,
        /** Then only files are foretold: how much another machine has is not known here. */
        isDatabaseElsewhere: z.boolean(),
        kinds: z.array(
          z.object({
            kind: z.enum(diskKinds),
            bytes: z.int(),
            /** Null until it was written down for six hours. */
            bytesPerDay: z.nullable(z.int()),
            /** On the whole of the tenants; null: nothing ever goes. */
            keptDays: z.nullable(z.int()),
          }),
        ),
      }),
    ),
  }),
})

export const previewRetention = endpoint({
  service: 'user',
  method: 'POST',
  path: 'retention/preview',
  access: 'retention.save',
  summary: 'How many records of the own tenant other days would remove',
  request: z.strictObject({ kind, days }),
  response: z.object({
    /** What is older goes. */
    before: moment,
    rows: z.int(),
    /** There are more than were counted. */
    more: z.boolean(),
    /** What a day adds, by the last week; over all the days that is what is kept in the long run. */
    aDay: z.object({ rows: z.number(), bytes: z.number() }),
  }),
})

export const saveRetention = endpoint({
  service: 'user',
  method: 'POST',
  path: 'retention/save',
  access: 'retention.save',
  summary: 'Decide how many days the own tenant keeps records of a kind; null: as the installation does',
  request: z.strictObject({ kind, days: z.nullable(days) }),
  response: z.object({ before: z.nullable(days) }),
})
