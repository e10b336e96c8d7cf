// How long a tenant keeps its records: what holds, what another choice would remove, and what all of it takes on the disk.
import * as z from 'zod/mini'
import { moment } from '../../domain/fields.ts'
import { retentionKinds } from '../../domain/retention/kinds.ts'
import { endpoint } from '../endpoint.ts'

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
    disk: z.nullable(
      z.object({
        measuredAt: moment,
        /** Null: the database is on another machine. */
        freeBytes: z.nullable(z.int()),
        /** Null: not within ten years, or nothing is known of the disk. */
        daysUntilFull: z.nullable(z.int()),
        kinds: z.array(
          z.object({
            kind: z.nullable(kind),
            bytes: z.int(),
            /** Null until it was measured on two days. */
            bytesPerDay: z.nullable(z.int()),
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
