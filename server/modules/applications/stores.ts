// How applications to join and to leave are stored, put before whoever decides, and carried out.
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { newLabelCode } from '../../../src/domain/label.ts'
import { application, applicationKind } from '../../../src/domain/people/application.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import {
  type ApprovalHandler,
  openCase,
  reviseCase,
  type Settled,
  withdrawCase,
} from '../approvals/public.ts'

const ofWorker = (column: string) => `(select w.${column} from worker w where w.id = t.worker_id)`
/** What who leaves still has; nobody is asked for what they took along when they left long ago. */
const OPEN_EXIT = `t.kind = 'exit' and t.state <> 'failed'`

export function applicationStores(bus: Bus): Store[] {
  return [
    {
      entity: application,
      table: {
        name: 'application',
        columns: {
          tenantName: TENANT_NAME,
          name: `coalesce(nullif(t.name, ''), ${ofWorker('name')}, '')`,
          askedByName: `coalesce((select a.name from account a where a.id = t.asked_by), '')`,
          devicesOut: `array(select d.name from worker w join device d on d.id = any(w.device_ids)
            where ${OPEN_EXIT} and w.id = t.worker_id and d.removed_at is null order by d.name)`,
          cardsOut: `array(select coalesce(c.card_info, c.holder_name) from worker w join door_card c on c.id = any(w.card_ids)
            where ${OPEN_EXIT} and w.id = t.worker_id and c.removed_at is null order by 1)`,
          openWork: `(select count(*) from work_item i
            where ${OPEN_EXIT} and i.assignee_id = t.worker_id and i.state = 'open' and i.removed_at is null)`,
          hasLogin: `coalesce(${ofWorker('account_id')} is not null, false)`,
        },
        unique: { application_worker_id: 'workerId' },
        beforeSave: checkApplication,
        afterSave: async ({ id, before, tenantId, context: { sql } }) => {
          if (before) await sql.query('update application set revision = revision + 1 where id = $1', [id])
          const ask = await applicationAsk(sql, id)
          await (before ? reviseCase : openCase)({ sql, bus, tenantId }, ask)
        },
        commands: {
          withdraw: async ({ context, row, tenantId }) => {
            const now = Date.now()
            await context.sql.query(
              `update application set state = 'failed', decided_by = $2, decided_at = $3, updated_at = $3, version = version + 1
               where id = $1`,
              [row.id, context.person.name, now],
            )
            await withdrawCase(
              { sql: context.sql, bus, tenantId },
              { kind: 'application', subjectId: row.id },
            )
          },
        },
      },
    },
  ]
}

const wanted = z.object({
  kind: applicationKind,
  workerId: z.optional(z.nullable(z.number())),
  name: z.optional(z.nullable(z.string())),
  day: z.string(),
})

async function checkApplication({ context, input, before, tenantId }: Saving) {
  if (before && before.state !== 'pending') throw new Refused('state.transition')
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const asked = z.parse(wanted, { ...before, ...given })
  const worker = asked.workerId ? await workerBy(context.sql, asked.workerId, tenantId) : undefined
  if (asked.kind === 'exit') {
    if (!worker) throw new Refused('field.required', { field: 'workerId' })
    if (worker.left_on !== null) throw new Refused('application.hasLeft', { field: 'workerId' })
    if (worker.joined_on !== null && asked.day < worker.joined_on)
      throw new Refused('field.periodOrder', { field: 'day' })
  } else if (worker) {
    if (worker.left_on === null) throw new Refused('application.worksHere', { field: 'workerId' })
  } else if (!asked.name?.trim()) throw new Refused('field.required', { field: 'name' })
  return before ? {} : { asked_by: context.person.accountId }
}

const workerBy = (sql: Sql, id: number, tenantId: number) =>
  firstOf(
    sql,
    tables
      .selectFrom('worker')
      .select(['name', 'joined_on', 'left_on', 'account_id'])
      .where('id', '=', id)
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null),
  )

const applicationBy = async (sql: Sql, id: number) => {
  const row = await firstOf(sql, tables.selectFrom('application').selectAll().where('id', '=', id))
  if (!row) throw new Refused('row.unknown')
  return row
}

export async function applicationAsk(sql: Sql, id: number) {
  const row = await applicationBy(sql, id)
  const worker = row.worker_id === null ? undefined : await workerBy(sql, row.worker_id, row.tenant_id)
  const name = row.name || worker?.name || ''
  return {
    kind: 'application' as const,
    subjectId: id,
    subjectVersion: row.revision,
    applicantId: (row.kind === 'exit' && worker?.account_id) || row.asked_by,
    title: name,
    body: row.reason,
    lines: [
      { label: 'who' as const, value: name },
      { label: 'type' as const, value: row.kind, as: 'word' as const },
      { label: 'day' as const, value: row.day, as: 'day' as const },
    ],
  }
}

/** What approvals ask of applications, and tell them. */
export const applicationHandlers = (bus: Bus): ApprovalHandler[] => [
  {
    kind: 'application',
    currentVersion: async (sql, id) => {
      const row = await firstOf(
        sql,
        tables
          .selectFrom('application')
          .select('revision')
          .where('id', '=', id)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      return row?.revision
    },
    settled: (sql, settled) => settleApplication(sql, bus, settled),
  },
]

async function settleApplication(sql: Sql, bus: Bus, settled: Settled): Promise<void> {
  const { subjectId: id, outcome, by, reason, at, tenantId } = settled
  const state = { approved: 'passed', rejected: 'failed', returned: 'pending' }[outcome]
  await sql.query(
    `update application set state = $2, decision = $3, decided_by = $4, decided_at = $5, updated_at = $5,
       version = version + 1 where id = $1`,
    [id, state, reason, by.name, at],
  )
  if (outcome === 'approved') await carryOut(sql, id, at)
  sql.afterCommit(() =>
    bus.emit('rows.changed', {
      tenantId,
      departmentId: 'any',
      entity: 'application',
      rows: [{ id, version: null }],
    }),
  )
}

async function carryOut(sql: Sql, id: number, at: number): Promise<void> {
  const row = await applicationBy(sql, id)
  if (row.kind === 'exit') {
    await sql.query(
      'update worker set left_on = $2, updated_at = $3, version = version + 1 where id = $1 and left_on is null',
      [row.worker_id, row.day, at],
    )
  } else if (row.worker_id !== null) {
    // What they wore or held before belongs to others by now.
    await sql.query(
      `update worker set left_on = null, joined_on = $2, department_id = coalesce($3, department_id),
         post_id = coalesce($4, post_id), device_ids = '{}', card_ids = '{}', account_id = null,
         updated_at = $5, version = version + 1 where id = $1`,
      [row.worker_id, row.day, row.department_id, row.post_id, at],
    )
  } else {
    const made = await firstOf(
      sql,
      tables
        .insertInto('worker')
        .values({
          tenant_id: row.tenant_id,
          created_at: at,
          updated_at: at,
          name: row.name ?? '',
          phone: row.phone,
          trade: row.trade,
          department_id: row.department_id,
          post_id: row.post_id,
          joined_on: row.day,
          label_code: newLabelCode(randomInt),
        })
        .returning('id'),
    )
    await sql.query('update application set worker_id = $2 where id = $1', [id, made?.id ?? null])
  }
}
