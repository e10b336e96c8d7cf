// How open work is stored: who it falls to is told of it.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { workItem } from '../../../src/domain/site/work-item.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { addManyNotices } from '../notices/public.ts'
import { TODAY } from './day.ts'

const ACCOUNT_OF_ASSIGNEE = '(select w.account_id from worker w where w.id = t.assignee_id)'

export function workItemStore(bus: Bus): Store {
  return {
    entity: workItem,
    table: {
      name: 'work_item',
      columns: {
        assigneeAccountId: ACCOUNT_OF_ASSIGNEE,
        late: `(t.state = 'open' and t.due_on < ${TODAY})`,
      },
      account: ACCOUNT_OF_ASSIGNEE,
      afterSave: async ({ context, input, before, tenantId, id }) => {
        const asked = z.parse(assigned, { ...before, ...input })
        if (asked.assigneeId === before?.assigneeId) return
        await tellAssignee(context.sql, bus, { id, tenantId, ...asked })
      },
      commands: {
        finish: async ({ context: { sql, person }, row, input, at }) => {
          const { outcome, photos } = z.parse(finishing, input)
          await firstOf(
            sql,
            tables
              .updateTable('work_item')
              .set({
                state: 'done',
                done_at: at,
                done_by_name: person.name,
                outcome: outcome || null,
                ...(photos && { photos: raw`photos || ${photos}::text[]` }),
                updated_at: Date.now(),
                version: raw`version + 1`,
              })
              .where('id', '=', row.id)
              .returning('id'),
          )
        },
        reopen: async ({ context: { sql }, row }) => {
          await firstOf(
            sql,
            tables
              .updateTable('work_item')
              .set({
                state: 'open',
                done_at: null,
                done_by_name: null,
                updated_at: Date.now(),
                version: raw`version + 1`,
              })
              .where('id', '=', row.id)
              .returning('id'),
          )
        },
      },
    },
  }
}

const assigned = z.object({ assigneeId: z.number(), title: z.string(), dueOn: z.string() })
const finishing = z.object({ outcome: z.optional(z.string()), photos: z.optional(z.array(z.string())) })

interface FailedWork {
  tenantId: number
  title: string
  assigneeId: number
  dueOn: string
  departmentId: number | null
  note: string | null
  photos: readonly string[]
  /** The inspection that it came of. */
  sourceId: number
}

/** Opens work that an inspection found. */
export async function addWorkItem(
  { sql }: Pick<Commanding['context'], 'sql'>,
  bus: Bus,
  { tenantId, title, assigneeId, dueOn, departmentId, note, photos, sourceId }: FailedWork,
): Promise<void> {
  if (!(await holdRows(sql, 'worker', [assigneeId], tenantId)))
    throw new Refused('field.reference', { field: 'workerId' })
  const now = Date.now()
  const made = await firstOf(
    sql,
    tables
      .insertInto('work_item')
      .values({
        tenant_id: tenantId,
        created_at: now,
        updated_at: now,
        title,
        assignee_id: assigneeId,
        due_on: dueOn,
        department_id: departmentId,
        note,
        photos: [...photos],
        source: 'inspection',
        source_id: sourceId,
      })
      .returning('id'),
  )
  if (made) await tellAssignee(sql, bus, { id: made.id, tenantId, assigneeId, title, dueOn })
}

interface Assigned {
  id: number
  tenantId: number
  assigneeId: number
  title: string
  dueOn: string
}

async function tellAssignee(
  sql: Sql,
  bus: Bus,
  { id, tenantId, assigneeId, title, dueOn }: Assigned,
): Promise<void> {
  const worker = await firstOf(
    sql,
    tables.selectFrom('worker').select('account_id').where('id', '=', assigneeId),
  )
  if (!worker?.account_id) return
  const noted = await addManyNotices(sql, [
    {
      draft: {
        tenantId,
        kind: 'work',
        subject: 'workItem',
        subjectId: id,
        imei: null,
        who: title,
        place: null,
        content: dueOn,
        at: Date.now(),
      },
      accountIds: [worker.account_id],
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const one of noted) bus.emit('notice.added', one)
  })
}
