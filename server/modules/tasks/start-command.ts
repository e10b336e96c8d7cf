// Gives a command to all rows that a filter finds: the rows are written down at once, and a worker goes through them.
import * as z from 'zod/mini'
import { MAX_FOUND, resultWords } from '../../../src/contract/entity-endpoints.ts'
import type { FoundRequest } from '../../entity/mount.ts'
import { refuseUnlessOwner } from '../../entity/rules.ts'
import {
  addFilters,
  addVisibility,
  Conditions,
  expressionOf,
  fromOf,
  type Store,
} from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { stampedName, startTask } from './start-task.ts'
import type { Starting } from './task-job.ts'

/** What a runner needs of the request. */
export const storedCommand = z.object({
  command: z.string(),
  input: z.record(z.string(), z.unknown()),
  said: resultWords,
  at: z.int(),
})
export type StoredCommand = z.output<typeof storedCommand>

/**
 * Stores the task of the calling person with the rows that the filter finds now. More than the person was told of are
 * refused: an alarm that came meanwhile was not looked at.
 */
export async function startCommand(
  starting: Starting,
  store: Store,
  command: string,
  request: FoundRequest,
  context: Context,
): Promise<{ taskId: number; rows: number }> {
  refuseUnlessOwner(store.entity, context)
  const { query, expected, input, nameOf, said } = request
  const conditions = new Conditions()
  const { bind } = conditions
  conditions.parts.push('t.removed_at is null')
  addVisibility(store, conditions, context)
  addFilters(store, conditions, query)
  const from = `from ${fromOf(store)} where ${conditions.where}`
  const counted = await context.sql.first<{ n: number }>(`select count(*) as n ${from}`, conditions.values)
  const found = counted?.n ?? 0
  if (found === 0) throw new Refused('nothingSelected')
  if (found > expected || found > MAX_FOUND) throw new Refused('found.more', { params: { count: found } })
  const at = Date.now()
  const stored: StoredCommand = { command, input: input ?? {}, said, at }
  const title = said.title.replaceAll(/[\\/\p{Cc}]/gu, ' ').trim()
  const taskId = await startTask(
    starting,
    {
      kind: 'command',
      entity: store.entity.key,
      format: 'csv',
      fileName: stampedName(title, 'csv', request.zone, at),
      totalRows: found,
      request: { request: { ...stored } },
      detail: { command, rows: found, query },
    },
    context,
  )
  const rows = await context.sql.change(
    `insert into task_row (tenant_id, task_id, row_id, name)
     select ${bind(context.person.tenantId)}::bigint, ${bind(taskId)}::bigint, t.id, ${expressionOf(store, nameOf)}::text ${from}`,
    conditions.values,
  )
  return { taskId, rows }
}
