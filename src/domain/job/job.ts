// Work in the background, as whoever looks after the server sees it: what waits, what runs, what failed and why.
import * as z from 'zod/mini'
import { defineEntity, type RowOf } from '../entity.ts'
import { moment, rowBase, rowOwner } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { jobName } from './job-name.ts'

/** `again`: it failed and is tried once more. `failed`: nobody tries it any more, unless somebody says so. */
const jobState = z.enum(['waiting', 'running', 'again', 'failed'])

/** `stopped`: its server went away in the middle. `data`: what it was told does not fit it. */
export const jobFailure = z.enum(['stopped', 'timeout', 'data', 'error'])
export type JobFailure = z.output<typeof jobFailure>

/** Written by the server alone. What is done is not listed. */
export const job = defineEntity({
  key: 'job',
  service: 'message',
  permission: 'job',
  grants: { menu: 'DownloadTask' },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    kind: jobName,
    state: jobState,
    /** What it is about, where that has a name. */
    subject: z.nullable(z.string()),
    /** How often it was begun. */
    tries: z.int(),
    /** Why it failed the last time. */
    failure: z.nullable(jobFailure),
    /** The words of the error, for the platform only. */
    detail: z.nullable(z.string()),
    /** When it is begun, if it waits. */
    nextAt: z.nullable(moment),
    startedAt: z.nullable(moment),
  }),
  filters: { kind: 'oneOf', state: 'oneOf', failure: 'oneOf', createdAt: 'range' },
  sorts: ['createdAt', 'state', 'kind', 'nextAt'],
  defaultSort: '-createdAt',
  search: ['subject'],
  countBy: 'state',
  removable: false,
  commands: {
    /** Begins it now. What is under way ends by itself. */
    tryAgain: { permission: 'job.decide', hindrance: ({ state }) => stepUnless(state !== 'running') },
    /** Takes it out of the list for good. */
    giveUp: {
      permission: 'job.decide',
      byHand: true,
      hindrance: ({ state }) => stepUnless(state !== 'running'),
    },
  },
})

export type Job = RowOf<typeof job>
