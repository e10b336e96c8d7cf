// A long job that runs in the server: exports and reports leave a file, imports read one.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { moment, rowBase } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'

export const taskState = z.enum(['waiting', 'running', 'done', 'failed', 'timeout'])
export type TaskState = z.output<typeof taskState>

/** `readings`: measured values of chosen devices as a file. `clip`: what cameras have recorded. `command`: given to all rows that a filter found. `feeRun`: bills of a month. */
export const taskKind = z.enum(['export', 'import', 'report', 'readings', 'command', 'clip', 'feeRun'])

export const task = defineEntity({
  key: 'task',
  service: 'message',
  permission: 'task',
  grants: {
    menu: 'DownloadTask',
    property: ['read', 'export', 'remove'],
    duty: ['read', 'export', 'remove'],
  },
  page: {
    path: '/DownloadTask',
    layout: 'console',
    titleZh: '下载任务',
    titleEn: 'Download tasks',
    directory: 'Reports',
    first: true,
    icon: 'download',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    kind: taskKind,
    entity: z.string(),
    format: z.enum(['csv', 'xlsx', 'mp4', 'webm', 'zip']),
    state: taskState,
    fileName: z.string(),
    /** Rows done so far. */
    rows: z.int(),
    /** Rows that were refused. Of an import `task/errors` has them with the reasons, of a command its file. */
    failedRows: z.int(),
    /** Of an import: rows that were there already and stayed as they were. */
    skippedRows: z.int(),
    /** Of an import: it only checked. */
    dryRun: z.boolean(),
    totalRows: z.nullable(z.int()),
    bytes: z.nullable(z.int()),
    reason: z.nullable(z.string()),
    userName: z.string(),
    finishedAt: z.nullable(moment),
  }),
  filters: { kind: 'oneOf', state: 'oneOf', entity: 'equals', createdAt: 'range' },
  sorts: ['createdAt', 'state'],
  defaultSort: '-createdAt',
  search: ['fileName'],
  countBy: 'state',
  removable: true,
  commands: {
    /** Stops one that waits or runs; what an import has saved so far stays. */
    cancel: {
      permission: 'task.read',
      hindrance: ({ state }) => stepUnless(state === 'waiting' || state === 'running'),
    },
    /** Once more, from the beginning; an import or a command goes on where it stopped. */
    retry: {
      permission: 'task.export',
      hindrance: ({ state }) => stepUnless(state === 'failed' || state === 'timeout'),
    },
  },
})
