// How work plans are stored: within their parents' days, waiting for no circle, closed once their sub-plans are.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { hasCircle, isWithin } from '../../../src/domain/site/plan-schedule.ts'
import { workPlan } from '../../../src/domain/site/work-plan.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseAhead } from './day.ts'

const subPlans = (condition: string) =>
  `(select count(*) from work_plan s where s.parent_id = t.id and s.removed_at is null ${condition})`

export const planStore: Store = {
  entity: workPlan,
  table: {
    name: 'work_plan',
    columns: {
      predecessorIds: 'to_json(t.predecessor_ids)',
      predecessorNames: `array(select x.name from work_plan x where x.id = any(t.predecessor_ids) and x.removed_at is null
        order by x.start_on, x.id)`,
      subPlans: subPlans(''),
      openSubPlans: subPlans(`and s.state <> 'done'`),
    },
    usedBy: [
      { table: 'work_plan', column: 'parent_id' },
      { table: 'stock_reservation', column: 'plan_id' },
    ],
    beforeSave: async saving => {
      await checkPlan(saving)
      return undefined
    },
    beforeRestore: async ({ context: { sql }, row }) => {
      const own = z.parse(given, row)
      await refuseOutside(sql, own)
    },
    commands: {
      complete: async ({ context: { sql }, row, tenantId, input }) => {
        const { doneOn } = z.parse(completing, input)
        await refuseAhead(sql, tenantId, doneOn, 'doneOn')
        const open = Number(row.openSubPlans)
        if (open > 0) throw new Refused('plan.openSubPlans', { params: { count: open } })
        await setState(sql, row.id, { state: 'done', done_on: doneOn, reason: null })
      },
      markAbnormal: async ({ context: { sql }, row, input }) => {
        const { reason } = z.parse(because, input)
        await setState(sql, row.id, { state: 'abnormal', done_on: null, reason })
      },
      reopen: ({ context: { sql }, row }: Commanding) =>
        setState(sql, row.id, { state: 'open', done_on: null, reason: null }),
      setBaseline: async ({ context: { sql }, row }) => {
        await firstOf(
          sql,
          tables
            .updateTable('work_plan')
            .set({
              baseline_start_on: raw`start_on`,
              baseline_days: raw`period_days`,
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

const completing = z.object({ doneOn: z.string() })
const because = z.object({ reason: z.string() })

const given = z.object({
  id: z.optional(z.number()),
  parentId: z.optional(z.nullable(z.number())),
  startOn: z.string(),
  periodDays: z.number(),
  predecessorIds: z.optional(z.array(z.number())),
})

async function checkPlan({ context: { sql }, input, before, tenantId }: Saving): Promise<void> {
  const plan = z.parse(given, { ...before, ...input })
  // Two who make two plans wait for each other at once: the second sees what the first has done.
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`plans ${tenantId}`])
  await refuseOutside(sql, plan)
  if (plan.id !== undefined) await refuseInside(sql, plan.id, plan)
  const others = await rowsOf(
    sql,
    tables
      .selectFrom('work_plan')
      .select(['id', 'parent_id as parentId', raw<number[]>`to_json(predecessor_ids)`.as('predecessorIds')])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('id', 'is distinct from', plan.id ?? null),
  )
  const { id = NEW, parentId = null, predecessorIds = [] } = plan
  if (hasCircle([...others, { id, parentId, predecessorIds }]))
    throw new Refused('field.cycle', { field: 'predecessorIds' })
}

/** Stands for the id that a new plan will get. */
const NEW = 0

/** A plan lies within the days of the one that it is part of. */
async function refuseOutside(sql: Sql, plan: z.output<typeof given>): Promise<void> {
  if (plan.parentId === undefined || plan.parentId === null) return
  const parent = await firstOf(
    sql,
    tables
      .selectFrom('work_plan')
      .select(['name', 'start_on as startOn', 'period_days as periodDays', 'end_on as endOn'])
      .where('id', '=', plan.parentId)
      .where('removed_at', 'is', null)
      .forShare(),
  )
  if (!parent) throw new Refused('field.reference', { field: 'parentId' })
  if (isWithin(plan, parent)) return
  throw new Refused('plan.outside', {
    field: plan.startOn < parent.startOn || plan.startOn > parent.endOn ? 'startOn' : 'periodDays',
    params: { name: parent.name, from: parent.startOn, to: parent.endOn },
  })
}

/** A plan keeps its sub-plans within its days. */
async function refuseInside(sql: Sql, id: number, plan: z.output<typeof given>): Promise<void> {
  const inside = await rowsOf(
    sql,
    tables
      .selectFrom('work_plan')
      .select(['name', 'start_on as startOn', 'period_days as periodDays', 'end_on as endOn'])
      .where('parent_id', '=', id)
      .where('removed_at', 'is', null),
  )
  const out = inside.find(each => !isWithin(each, plan))
  if (out)
    throw new Refused('plan.inside', {
      field: out.startOn < plan.startOn ? 'startOn' : 'periodDays',
      params: { name: out.name, from: out.startOn, to: out.endOn },
    })
}

async function setState(
  sql: Sql,
  id: number,
  columns: { state: 'open' | 'done' | 'abnormal'; done_on: string | null; reason: string | null },
): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('work_plan')
      .set({ ...columns, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', id)
      .returning('id'),
  )
}
