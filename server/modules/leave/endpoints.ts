// What the console asks of leave beyond the generic endpoints: what somebody has left, and who is away.
import * as z from 'zod/mini'
import { leaveBalance, MOST_AWAY_DAYS, whoIsAway } from '../../../src/contract/endpoints/leave.ts'
import { daysBetween, type Half, type LeaveOfDay, wholeDays } from '../../../src/domain/leave/leave-days.ts'
import { leaveKind } from '../../../src/domain/leave/leave-kind.ts'
import { half, leaveState } from '../../../src/domain/leave/leave-request.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { dayIn } from './calendar.ts'
import { rulesOf } from './rules.ts'
import { seesOthers } from './stores.ts'

export function mountLeave(handlers: Handlers, workers: Store): void {
  handlers.handle(leaveBalance, async ({ workerId }, context) => {
    const worker = await workerOf(workerId, workers, context)
    if (!worker) return { workerId: null, workerName: null, kinds: [] }
    const year = dayIn(context.person.tenantZone, Date.now()).slice(0, 4)
    const rows = await rowsOf(
      context.sql,
      tables
        .selectFrom('leave_day')
        .select(({ fn }) => ['type', 'approved', fn.countAll<number>().as('halves')])
        .where('worker_id', '=', worker.id)
        .where('live', '=', true)
        .where('counts', '=', true)
        .where('day', '>=', `${year}-01-01`)
        .where('day', '<=', `${year}-12-31`)
        .groupBy(['type', 'approved']),
    )
    const halves = (kind: string, approved: boolean) =>
      rows.find(row => row.type === kind && row.approved === approved)?.halves ?? 0
    const kinds: z.output<typeof leaveBalance.response>['kinds'] = []
    for (const kind of leaveKind.options) {
      const rules = await rulesOf(context.sql, worker.tenantId, kind)
      if (!rules.enabled) continue
      kinds.push({
        kind,
        approvedHalves: halves(kind, true),
        askedHalves: halves(kind, false),
        balanceDays: rules.balanceDays,
      })
    }
    return { workerId: worker.id, workerName: worker.name, kinds }
  })

  handlers.handle(whoIsAway, async ({ from, until }, { person, sql }) => {
    if (until < from) throw new Refused('field.periodOrder', { field: 'until' })
    if (daysBetween(from, until) >= MOST_AWAY_DAYS)
      throw new Refused('field.tooBig', { field: 'until', params: { max: MOST_AWAY_DAYS } })
    let found = tables
      .selectFrom('leave_day as d')
      .innerJoin('leave_request as r', 'r.id', 'd.request_id')
      .innerJoin('worker as w', 'w.id', 'd.worker_id')
      .select(['d.request_id', 'd.worker_id', 'w.name', 'd.type', 'r.state', 'd.day', 'd.half'])
      .where('d.live', '=', true)
      .where('d.day', '>=', from)
      .where('d.day', '<=', until)
    if (person.departments !== null) found = found.where('w.department_id', 'in', [...person.departments, 0])
    const rows = await rowsOf(
      sql,
      found.orderBy('w.name').orderBy('d.request_id').orderBy('d.day').orderBy('d.half'),
    )
    const requests = new Map<number, (typeof rows)[number][]>()
    for (const row of rows) requests.set(row.request_id, [...(requests.get(row.request_id) ?? []), row])
    return [...requests.values()].flatMap(([first, ...more]) =>
      first
        ? [
            {
              requestId: first.request_id,
              workerId: first.worker_id,
              workerName: first.name,
              kind: z.parse(leaveKind, first.type),
              state: z.parse(leaveState, first.state),
              days: wholeDays([first, ...more].map(halfOf)).map(({ day, half }) => ({ day, half })),
            },
          ]
        : [],
    )
  })
}

const halfOf = (row: {
  worker_id: number
  day: string
  half: string
  type: string
}): LeaveOfDay & { half: Half } => ({
  workerId: row.worker_id,
  day: row.day,
  half: z.parse(half, row.half),
  type: z.parse(leaveKind, row.type),
})

interface OfWorker {
  id: number
  tenantId: number
  name: string
}

const named = z.object({ id: z.number(), name: z.string(), tenantId: z.optional(z.number()) })

/** The person themselves, or one whom they may see. */
async function workerOf(
  workerId: number | undefined,
  workers: Store,
  context: Context,
): Promise<OfWorker | undefined> {
  const { person, sql } = context
  const own = await firstOf(
    sql,
    tables
      .selectFrom('worker')
      .select(['id', 'name', 'tenant_id as tenantId'])
      .where('account_id', '=', person.accountId)
      .where('removed_at', 'is', null)
      .where('left_on', 'is', null),
  )
  if (workerId === undefined || workerId === own?.id) return own
  if (!seesOthers(person)) throw new Refused('row.unknown')
  const row = z.parse(named, await readRow(workers, workerId, context))
  return { id: row.id, name: row.name, tenantId: row.tenantId ?? person.tenantId }
}
