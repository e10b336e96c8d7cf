// What one server process says of itself every few seconds, for whoever looks after the installation.
import * as z from 'zod/mini'
import { moment } from '../fields.ts'

const count = z.int().check(z.nonnegative())

/** Something that waits: how much, and since when the oldest of it. */
const waiting = z.object({ waiting: count, oldestAt: z.nullable(moment) })

export const poolState = z.object({
  size: count,
  busy: count,
  waiting: count,
  /** Since the start: who waited in vain, who waited at all, and how long all of them did. */
  refused: count,
  waits: count,
  waitedMs: count,
})

export const processState = z.object({
  /** `alone`: with a database of its own. `shared`: one of several, or ready to be. */
  role: z.enum(['alone', 'shared']),
  draining: z.boolean(),
  /** Consoles and devices that are connected to it. */
  people: count,
  devices: count,
  sockets: count,
  /** How far its clockwork fell behind in the last seconds, at worst. */
  lagMs: count,
  heapBytes: count,
  rssBytes: count,
  lane: waiting,
  /** Since when and why messages of devices are not stored. */
  trouble: z.nullable(z.object({ since: moment, reason: z.string() })),
  /** Messages since its start. */
  stored: count,
  refused: count,
  /** Messages to consoles, devices and other processes since its start, and those that were lost. */
  published: count,
  dropped: count,
  push: waiting,
  pools: z.record(z.string(), poolState),
  /** The disk of its data folder; null where it cannot be told. */
  disk: z.nullable(z.object({ freeBytes: count, totalBytes: count })),
  /** How far its machine's clock is ahead of the database's; null where that is not known. Earlier releases do not say. */
  aheadMs: z.optional(z.nullable(z.int())),
  /** Whether its words to other processes have a seal; those of earlier releases have none. */
  sealsWords: z.optional(z.boolean()),
})
export type ProcessState = z.output<typeof processState>
