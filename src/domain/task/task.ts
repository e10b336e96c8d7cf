// A long job that runs in the server and leaves a file: exports now, imports later.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { moment, rowBase } from '../fields.ts'

export const taskState = z.enum(['waiting', 'running', 'done', 'failed', 'timeout'])
export type TaskState = z.output<typeof taskState>

export const task = defineEntity({
  key: 'task',
  service: 'message',
  permission: 'task',
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    kind: z.enum(['export']),
    entity: z.string(),
    format: z.enum(['csv', 'xlsx']),
    state: taskState,
    fileName: z.string(),
    rows: z.int(),
    totalRows: z.nullable(z.int()),
    bytes: z.nullable(z.int()),
    reason: z.nullable(z.string()),
    userName: z.string(),
    finishedAt: z.nullable(moment),
  }),
  filters: { state: 'oneOf', entity: 'equals', createdAt: 'range' },
  sorts: ['createdAt', 'state'],
  defaultSort: '-createdAt',
  search: ['fileName'],
  countBy: 'state',
  removable: true,
  commands: {},
})
