// How daily logs are stored: one of an author for a day, written by the author, checked by somebody else.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { holds } from '../../../src/domain/permission.ts'
import { mayWriteLog, workLog } from '../../../src/domain/site/work-log.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseAhead } from './day.ts'

export const workLogStore: Store = {
  entity: workLog,
  table: {
    name: 'work_log',
    apart: ['submit'],
    unique: { work_log_author_day: 'day' },
    // Drafts are their author's; others see what was submitted.
    visible: ({ person }, bind) =>
      holds(person.permissions, 'workLog.check')
        ? `(t.author_id = ${bind(person.accountId)} or t.state <> 'draft')`
        : `t.author_id = ${bind(person.accountId)}`,
    beforeSave: checkLog,
    commands: {
      submit: ({ context: { sql }, row, at }) =>
        step(sql, row.id, { state: 'submitted', submitted_at: at, reason: null }),
      giveBack: ({ context: { sql, person }, row, input }) => {
        const { reason } = z.parse(returning, input)
        return step(sql, row.id, {
          state: 'returned',
          reason,
          checked_at: Date.now(),
          checked_by_name: person.name,
        })
      },
      lock: ({ context: { sql, person }, row }) =>
        step(sql, row.id, { state: 'locked', checked_at: Date.now(), checked_by_name: person.name }),
    },
  },
}

const returning = z.object({ reason: z.string() })
const given = z.object({ day: z.optional(z.string()), submit: z.optional(z.boolean()) })
const written = z.object({
  state: z.enum(['draft', 'submitted', 'returned', 'locked']),
  authorId: z.number(),
  day: z.string(),
})

async function checkLog({ context, input, before, tenantId }: Saving): Promise<Record<string, unknown>> {
  const { sql, person } = context
  const { day, submit } = z.parse(given, input)
  if (day !== undefined) await refuseAhead(sql, tenantId, day, 'day')
  const submitted = submit ? { state: 'submitted', submitted_at: Date.now(), reason: null } : {}
  if (before) {
    const log = z.parse(written, before)
    if (!mayWriteLog(log, person.accountId)) throw new Refused('state.transition')
    if (day !== undefined && day !== log.day) throw new Refused('log.dayFixed', { field: 'day' })
    return submitted
  }
  return {
    author_id: person.accountId,
    author_name: person.name,
    department_id: person.departmentId ?? null,
    ...submitted,
  }
}

interface Step {
  state: 'submitted' | 'returned' | 'locked'
  submitted_at?: number
  checked_at?: number
  checked_by_name?: string
  reason?: string | null
}

async function step(sql: Sql, id: number, columns: Step): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('work_log')
      .set({ ...columns, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', id)
      .returning('id'),
  )
}
