// What a background job is: its name, what it is told, how often it is tried, how long it may take.
import type * as z from 'zod/mini'
import type { JobFailure } from '../../src/domain/job/job.ts'
import type { JobName } from '../../src/domain/job/job-name.ts'

interface Common {
  name: JobName
  /** A run that takes longer is broken off: it counts as failed. */
  timeoutSeconds: number
  /** Looked for so often. What this process sends is begun at once; this is for what others have sent. */
  pollSeconds: number
}

/** Work on one thing. It is sent in the transaction that makes it necessary, and done once. */
export interface ItemJob<Schema extends z.ZodMiniObject = z.ZodMiniObject> extends Common {
  kind: 'item'
  data: Schema
  /** In SQL: the name of what it is about, given the expression of its data. For the list. */
  subject: (data: string) => string
  /** Runs of one process at once. */
  atOnce: number
  /** After so many failed runs it is a dead letter. */
  tries: number
  /** The pause before the second try; it doubles from try to try. */
  againSeconds: number
}

/**
 * Work on all that is due, whatever that is: what is due stands in the rows. It comes round by the clock, and when
 * somebody says that there is something; what was said several times is done by one run.
 */
export interface RoundJob extends Common {
  kind: 'round'
  /** When it comes round in any case, as cron says it, in UTC. */
  cron: string
}

export type AnyJob = ItemJob | RoundJob

export const defineJob = <Schema extends z.ZodMiniObject>(
  job: Omit<ItemJob<Schema>, 'kind'>,
): ItemJob<Schema> => ({ kind: 'item', ...job })

export const defineRound = (job: Omit<RoundJob, 'kind'>): RoundJob => ({ kind: 'round', ...job })

/** One run of a job. */
export interface Run<Data> {
  /** Stays the same from try to try. */
  id: string
  data: Data
  /** Aborted when the server stops, when the time is over, or when somebody else has the job. */
  signal: AbortSignal
}

/** It is not over: it goes on after so long. Does not count as a try. */
export interface Again {
  againMs: number
}

export const again = (againMs: number): Again => ({ againMs })

/** Thrown by a handler: trying again is of no use. The job becomes a dead letter at once. */
export class Hopeless extends Error {
  /** The reason as the list says it; absent: an error like any other. */
  readonly code: JobFailure | undefined
  constructor(message: string, { code, ...options }: ErrorOptions & { code?: JobFailure } = {}) {
    super(message, options)
    this.name = 'Hopeless'
    this.code = code
  }
}
