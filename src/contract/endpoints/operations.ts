// What whoever looks after the installation asks: how everything stands, and what to do about it.
import * as z from 'zod/mini'
import { moment } from '../../domain/fields.ts'
import { keysOf } from '../../domain/keys.ts'
import { limits } from '../../domain/operations/judgement.ts'
import { processState } from '../../domain/operations/process-state.ts'
import { endpoint } from '../endpoint.ts'

const bytes = z.int()
const count = z.int()

export const channelName = z.enum(['text', 'push', 'carrier'])
export type ChannelName = z.output<typeof channelName>

export const sizeKind = z.enum(['database', 'image', 'plan', 'video', 'file', 'recording', 'export'])
export type SizeKind = z.output<typeof sizeKind>

/** The forecast of the disk in short. */
export const diskFigures = {
  /** The least that is free on any disk of a process; null: none says. */
  freeBytes: z.nullable(bytes),
  /** False while some kind was not written down for six hours, or nothing is known of the disk. */
  isKnown: z.boolean(),
  /** Null: not within ten years, or not known. */
  daysUntilFull: z.nullable(z.int()),
}

export const operationsBoard = endpoint({
  service: 'user',
  method: 'GET',
  path: 'operations/board',
  access: 'tenant.operations',
  summary: 'How the installation stands: processes, queues, database, backups, channels, disk',
  request: z.strictObject({}),
  response: z.object({
    at: moment,
    processes: z.array(
      z.object({
        id: z.string(),
        host: z.string(),
        pid: count,
        release: z.string(),
        startedAt: moment,
        heardAt: moment,
        state: processState,
      }),
    ),
    jobs: z.object({
      queues: z.array(
        z.object({ kind: z.string(), waiting: count, running: count, oldestAt: z.nullable(moment) }),
      ),
      dead: count,
    }),
    database: z.object({
      release: z.string(),
      bytes,
      connections: count,
      mostConnections: count,
      /** Since when the oldest transaction has been open that the server may see. */
      oldestTransactionAt: z.nullable(moment),
      replicas: z.array(z.object({ name: z.string(), lagBytes: z.nullable(bytes) })),
      busiest: z.array(z.object({ table: z.string(), live: count, dead: count })),
      partitions: z.array(
        z.object({
          table: z.string(),
          count,
          /** The last day there is a partition for ends then. */
          until: z.nullable(moment),
          bytes,
          /** Of it and what is packed of it: how much the packed takes. Null where nothing is packed. */
          packedBytes: z.nullable(bytes),
        }),
      ),
    }),
    /** `told`: whether somebody says when a backup was made. */
    backup: z.object({ told: z.boolean(), at: z.nullable(moment) }),
    certificates: z.array(
      z.object({
        setting: z.string(),
        /** Null where it could not be read; `problem` says why. */
        expiresAt: z.nullable(moment),
        problem: z.nullable(z.string()),
      }),
    ),
    channels: z.array(
      z.object({
        channel: channelName,
        /** Null where none is configured; `embedded`: a stand-in that reaches nobody. */
        way: z.nullable(z.string()),
        lastSuccessAt: z.nullable(moment),
        lastFailureAt: z.nullable(moment),
        failure: z.nullable(z.string()),
      }),
    ),
    sizes: z.array(z.object({ at: moment, kind: sizeKind, bytes })),
    /** When nothing is free any more, as it stands on the page of retention, too. */
    disk: z.object(diskFigures),
  }),
})

/** What to do about a figure, as the documentation of operations says it, in English. */
export const operationsGuide = endpoint({
  service: 'user',
  method: 'GET',
  path: 'operations/guide',
  access: 'tenant.operations',
  summary: 'What to do about a figure that is not good, from the documentation',
  request: z.strictObject({ figure: z.enum(keysOf(limits)) }),
  response: z.object({
    heading: z.string(),
    blocks: z.array(z.object({ is: z.enum(['text', 'item', 'code']), text: z.string() })),
  }),
})
export type Board = z.output<typeof operationsBoard.response>
