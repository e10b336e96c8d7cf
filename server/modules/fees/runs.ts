// How runs are stored and issued: one at a time in a community, month by month, each once.
import * as z from 'zod/mini'
import { feeRun, feeRunState, fileHeadings } from '../../../src/domain/fees/fee-run.ts'
import { firstOfMonth } from '../../../src/domain/fees/month-bill.ts'
import { dayIn } from '../../../src/domain/site/calendar-day.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseUnseen } from '../community/public.ts'
import { type Starting, startTask } from '../tasks/public.ts'
import { previewRun } from './preview.ts'

const OF_BILLS = `left join lateral (
  select count(*)::int as done, coalesce(sum(f.amount), 0)::bigint as amount,
    coalesce(sum(f.amount) filter (where y.state = 'paid'), 0)::bigint as paid
  from fee_bill f left join bill y on y.id = f.bill_id where f.run_id = t.id and f.removed_at is null) s on true`

export const runStore = (starting: Starting): Store => ({
  entity: feeRun,
  table: {
    name: 'fee_run',
    joins: `join community c on c.id = t.community_id ${OF_BILLS}`,
    department: 'c.department_id',
    columns: {
      done: 's.done',
      amount: 's.amount',
      paid: 's.paid',
      taskState: '(select k.state from task k where k.id = t.task_id)',
    },
    unique: { fee_run_month: 'month' },
    beforeSave: async saving => {
      await refuseUnseen(saving, 'communityId')
      return runColumns(saving)
    },
    beforeRemove: async ({ row }) => {
      if (row.state !== 'draft') throw new Refused('state.transition')
    },
    commands: { issue: commanding => issue(starting, commanding) },
  },
})

const saved = z.object({ communityId: z.int(), month: z.string(), dueOn: z.string() })

async function runColumns({ context: { sql }, input, before, tenantId }: Saving): Promise<undefined> {
  if (before && before.state !== 'draft') throw new Refused('state.transition')
  const { communityId, month, dueOn } = z.parse(saved, { ...before, ...input })
  const tenant = await firstOf(sql, tables.selectFrom('tenant').select('zone').where('id', '=', tenantId))
  if (!tenant) throw new Refused('row.unknown')
  if (month > dayIn(tenant.zone, Date.now()).slice(0, 7))
    throw new Refused('fee.futureMonth', { field: 'month' })
  if (dueOn < firstOfMonth(month)) throw new Refused('field.periodOrder', { field: 'dueOn' })
  const later = await sql.first(
    `select month from fee_run where community_id = $1 and month > $2 and state <> 'draft' and removed_at is null
     order by month desc limit 1`,
    [communityId, month],
  )
  if (later) throw new Refused('fee.laterIssued', { field: 'month', params: z.parse(ofMonth, later) })
}

const ofMonth = z.object({ month: z.string() })
const named = z.object({ headings: z.optional(fileHeadings) })
const wanted = z.object({ rooms: z.int(), amount: z.int() })
const run = z.object({
  id: z.int(),
  communityId: z.int(),
  month: z.string(),
  communityName: z.string(),
  state: feeRunState,
})

async function issue(starting: Starting, { context, row, tenantId, input }: Commanding): Promise<void> {
  const { sql, person } = context
  const { id, communityId, month, communityName, state } = z.parse(run, row)
  // Two runs of one community: the second sees what the first has done.
  await sql.query('select id from community where id = $1 for no key update', [communityId])
  const other = await sql.first(
    `select id from fee_run where community_id = $1 and id <> $2 and state = 'issuing' and removed_at is null`,
    [communityId, id],
  )
  if (other) throw new Refused('fee.otherIssuing')
  await runColumns({ context, input: {}, before: { ...row, state: 'draft' }, tenantId })
  const now = Date.now()
  const known = state === 'draft' ? await seen() : undefined
  const taskId = await startTask(
    starting,
    {
      ...{ kind: 'feeRun', entity: feeRun.key, format: 'csv' },
      fileName: `${month} ${communityName.replaceAll(/[\\/\p{Cc}]/gu, ' ')}.csv`,
      ...(known && { totalRows: known.rooms }),
      request: { runId: id, ...z.parse(named, input) },
      detail: { runId: id, month, ...known },
    },
    context,
  )
  await sql.change(
    `update fee_run set state = 'issuing', task_id = $2, cut_at = coalesce(cut_at, $3), rooms = coalesce($4, rooms),
       issued_by = $5, issued_by_name = $6, updated_at = $3, version = version + 1 where id = $1`,
    [id, taskId, now, known?.rooms ?? null, person.accountId, person.name],
  )

  /** What is issued is what was looked at. */
  async function seen() {
    const { rooms, amount, unpriced } = await previewRun(sql, { communityId, month, cutAt: now })
    if (unpriced.length > 0) throw new Refused('fee.noTariff', { params: { kinds: unpriced.join(', ') } })
    const asked = z.parse(wanted, input)
    if (asked.rooms !== rooms || asked.amount !== amount) throw new Refused('fee.changed')
    return { rooms, amount }
  }
}
