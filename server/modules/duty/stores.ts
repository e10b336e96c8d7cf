// How the roster is stored: shifts, swaps that move them to somebody else, records with the signatures of both sides.
import * as z from 'zod/mini'
import { dutyRecord, dutyRecordForm, sideOf } from '../../../src/domain/duty/duty-record.ts'
import { dutyShift, dutyShiftForm } from '../../../src/domain/duty/duty-shift.ts'
import { dutySwap } from '../../../src/domain/duty/duty-swap.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import { isFree } from './roster.ts'
import { type SwapNews, tellOfSwap } from './swap-notices.ts'

const accountOf = (column: string) => `(select w.account_id from worker w where w.id = ${column})`
const nameOf = (column: string) => `(select w.name from worker w where w.id = ${column})`

const HANDOVER = `coalesce((select case when r.out_signed_at is not null and r.in_signed_at is not null then 'signed'
    when r.out_signed_at is not null or r.in_signed_at is not null then 'half' else 'open' end
  from duty_record r where r.post_id = t.post_id and r.ends_at = t.starts_at and r.removed_at is null
    and r.next_worker_id = t.worker_id order by r.id desc limit 1), 'none')`

const RECORD_STATE = `case when t.out_signed_at is not null and t.in_signed_at is not null then 'signed'
  when t.out_signed_at is not null or t.in_signed_at is not null then 'half' else 'open' end`

const ofShift = (column: string) => `(select s.${column} from duty_shift s where s.id = t.shift_id)`

export function dutyStores(bus: Bus): Store[] {
  return [
    {
      entity: dutyShift,
      table: {
        name: 'duty_shift',
        columns: {
          tenantName: TENANT_NAME,
          workerPhone: `(select nullif(w.phone, '') from worker w where w.id = t.worker_id)`,
          accountId: accountOf('t.worker_id'),
          seenAt: `(select max(s.seen_at) from session s where s.account_id = ${accountOf('t.worker_id')})`,
          handover: HANDOVER,
        },
        search: `coalesce(${nameOf('t.worker_id')}, '') || ' ' || coalesce((select p.name from post p where p.id = t.post_id), '') || ' ' || coalesce(t.note, '')`,
        unique: { duty_shift_person: 'workerId' },
        beforeSave: async ({ input, before }) => {
          const whole = { ...before, ...input }
          const result = dutyShiftForm.safeParse(whole)
          if (!result.success) throw refusalOf(result.error.issues, whole)
          return undefined
        },
      },
    },
    {
      entity: dutySwap,
      table: {
        name: 'duty_swap',
        columns: {
          tenantName: TENANT_NAME,
          fromWorkerName: nameOf('t.from_worker_id'),
          fromAccountId: accountOf('t.from_worker_id'),
          toAccountId: accountOf('t.to_worker_id'),
          postId: ofShift('post_id'),
          postName: `(select p.name from duty_shift s join post p on p.id = s.post_id where s.id = t.shift_id)`,
          startsAt: ofShift('starts_at'),
          endsAt: ofShift('ends_at'),
          holds: `exists (select from duty_shift s where s.id = t.shift_id and s.removed_at is null
            and s.worker_id = t.from_worker_id and s.state = 'published')`,
        },
        search: `coalesce(t.reason, '') || ' ' || coalesce(${nameOf('t.from_worker_id')}, '') || ' ' || coalesce(${nameOf('t.to_worker_id')}, '')`,
        unique: { duty_swap_open: 'shiftId', duty_shift_person: 'toWorkerId' },
        changedBy: 'decidedByName',
        beforeSave: checkSwap,
        afterSave: ({ context: { sql, person }, id }) =>
          tellOfSwap(sql, bus, { swapId: id, news: 'asked', byAccountId: person.accountId }),
        commands: {
          accept: async commanding => {
            if (commanding.row.state === 'asked') await settle(bus, commanding, 'accepted')
          },
          decline: commanding => declineSwap(bus, commanding),
          approve: commanding => approveSwap(bus, commanding),
        },
      },
    },
    {
      entity: dutyRecord,
      table: {
        name: 'duty_record',
        columns: {
          tenantName: TENANT_NAME,
          chargeAccountId: accountOf('t.worker_id'),
          nextAccountId: accountOf('t.next_worker_id'),
          state: RECORD_STATE,
        },
        search: `t.area || ' ' || t.situation || ' ' || coalesce(${nameOf('t.worker_id')}, '') || ' ' || coalesce(${nameOf('t.next_worker_id')}, '')`,
        beforeSave: async ({ input, before }) => {
          // What somebody has put their name to is not written anew behind them.
          if (before && before.state !== 'open') throw new Refused('state.transition')
          const whole = { ...before, ...input }
          const result = dutyRecordForm.safeParse(whole)
          if (!result.success) throw refusalOf(result.error.issues, whole)
          return undefined
        },
        commands: { sign },
      },
    },
  ]
}

const swapped = z.object({
  shiftId: z.number(),
  toWorkerId: z.number(),
  fromWorkerId: z.optional(z.number()),
})

async function checkSwap({ context, input, before, tenantId }: Saving): Promise<Record<string, unknown>> {
  // Who was asked has been told of this one: another wish is another swap.
  if (before) throw new Refused('state.transition')
  const { sql, person } = context
  const { shiftId, toWorkerId } = z.parse(swapped, input)
  const shift = await firstOf(
    sql,
    tables
      .selectFrom('duty_shift')
      .innerJoin('worker', 'worker.id', 'duty_shift.worker_id')
      .select(['worker_id', 'account_id', 'starts_at', 'ends_at'])
      .where('duty_shift.id', '=', shiftId)
      .where('duty_shift.tenant_id', '=', tenantId)
      .where('duty_shift.removed_at', 'is', null)
      .where('duty_shift.state', '=', 'published')
      .forKeyShare(),
  )
  if (!shift) throw new Refused('field.reference', { field: 'shiftId' })
  if (shift.account_id !== person.accountId && !holds(person.permissions, 'dutyShift.save'))
    throw new Refused('forbidden')
  if (shift.ends_at <= Date.now()) throw new Refused('field.periodOrder', { field: 'shiftId' })
  if (shift.worker_id === toWorkerId) throw new Refused('field.chosenTwice', { field: 'toWorkerId' })
  const taker = await firstOf(
    sql,
    tables
      .selectFrom('worker')
      .select('id')
      .where('id', '=', toWorkerId)
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('left_on', 'is', null),
  )
  if (!taker) throw new Refused('field.reference', { field: 'toWorkerId' })
  if (!(await isFree(sql, toWorkerId, shift, shiftId)))
    throw new Refused('field.overlap', { field: 'toWorkerId' })
  return { from_worker_id: shift.worker_id }
}

async function settle(
  bus: Bus,
  { context, row, at }: Commanding,
  state: Exclude<SwapNews, 'asked'>,
): Promise<void> {
  await context.sql.change(
    `update duty_swap set state = $2, decided_by_name = $3, decided_at = $4, updated_at = $5, version = version + 1
     where id = $1`,
    [row.id, state, context.person.name, at, Date.now()],
  )
  await tellOfSwap(context.sql, bus, { swapId: row.id, news: state, byAccountId: context.person.accountId })
}

/** The one who asked takes it back; the one who was asked, or who keeps the roster, says no. */
async function declineSwap(bus: Bus, commanding: Commanding): Promise<void> {
  const { row, context } = commanding
  const { accountId, permissions } = context.person
  if (row.fromAccountId === accountId) return settle(bus, commanding, 'withdrawn')
  if (row.toAccountId !== accountId && !holds(permissions, 'dutySwap.approve')) throw new Refused('forbidden')
  await settle(bus, commanding, 'declined')
}

/** The shift goes over as it stands now, wherever it was moved since. */
async function approveSwap(bus: Bus, commanding: Commanding): Promise<void> {
  const { context, row } = commanding
  // Who stood there is history once the shift is over, and who has left takes none.
  const moved = await context.sql.change(
    `update duty_shift set worker_id = $2, updated_at = $4, version = version + 1
     where id = $1 and worker_id = $3 and state = 'published' and removed_at is null and ends_at > $4
       and exists (select from worker w where w.id = $2 and w.removed_at is null and w.left_on is null)`,
    [row.shiftId, row.toWorkerId, row.fromWorkerId, Date.now()],
  )
  if (moved === 0) throw new Refused('state.transition')
  await settle(bus, commanding, 'approved')
}

const signers = z.object({
  chargeAccountId: z.nullable(z.number()),
  nextAccountId: z.nullable(z.number()),
  outSignedAt: z.nullable(z.number()),
  inSignedAt: z.nullable(z.number()),
})

async function sign({ context, row, at }: Commanding): Promise<void> {
  const record = z.parse(signers, row)
  const side = sideOf(record, context.person.accountId)
  if (side === undefined) throw new Refused('forbidden')
  if ((side === 'out' ? record.outSignedAt : record.inSignedAt) !== null) return
  await context.sql.change(
    `update duty_record set ${side === 'out' ? 'out_signed_at' : 'in_signed_at'} = $2, updated_at = $3, version = version + 1
     where id = $1`,
    [row.id, at, Date.now()],
  )
}
