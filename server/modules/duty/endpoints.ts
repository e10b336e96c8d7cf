// Publishes weeks of the roster, copies them from the week before, and reports what a shift was like.
import pg from 'pg'
import { copyDuty, publishDuty, shiftReport } from '../../../src/contract/endpoints/duty.ts'
import { daysLater, overlapsOf } from '../../../src/domain/duty/coverage.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { reportShift } from './shift-report.ts'

interface Period {
  startsAt: number
  endsAt: number
}

const EXCLUSION_VIOLATION = '23P01'

export function mountDuty(handlers: Handlers, stores: ReadonlyMap<string, Store>): void {
  handlers.handle(publishDuty, async (period, context) => ({ published: await publish(period, context) }))
  handlers.handle(copyDuty, async (period, context) => ({ copied: await copy(period, context) }))
  handlers.handle(shiftReport, (span, context) => reportShift(span, stores, context, Date.now()))
}

/** Shifts that begin in a period, and published ones that reach into it. */
const shiftsIn = (sql: Sql, tenantId: number, { startsAt, endsAt }: Period) =>
  rowsOf(
    sql,
    tables
      .selectFrom('duty_shift')
      .select([
        'id',
        'worker_id as workerId',
        'post_id as postId',
        'starts_at as startsAt',
        'ends_at as endsAt',
        'state',
        'note',
      ])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('ends_at', '>', startsAt)
      .where('starts_at', '<', endsAt)
      .orderBy('starts_at'),
  )

async function publish(period: Period, { sql, person, address }: Context): Promise<number> {
  const { tenantId } = person
  const shifts = await shiftsIn(sql, tenantId, period)
  const drafts = shifts.filter(({ state, startsAt }) => state === 'draft' && startsAt >= period.startsAt)
  const drafted = new Set(drafts.map(({ id }) => id))
  const twice = overlapsOf(shifts).find(({ turns }) => turns.some(id => drafted.has(id)))
  if (twice) throw await overlapOf(sql, twice.workerId)
  try {
    const published = await sql.attempt(() =>
      sql.change(
        `update duty_shift set state = 'published', updated_at = $2, version = version + 1
         where id = any($1::bigint[]) and state = 'draft' and removed_at is null`,
        [[...drafted], Date.now()],
      ),
    )
    if (published > 0)
      sql.audit({
        ...by({ person, address }, tenantId),
        action: 'dutyShift.publish',
        entity: 'dutyShift',
        rowId: null,
        detail: { ...period, published },
      })
    return published
  } catch (error) {
    // Somebody else published beside this one, or what reaches over the period stands in the way.
    if (!(error instanceof pg.DatabaseError) || error.code !== EXCLUSION_VIOLATION) throw error
    throw new Refused('field.overlap', { field: 'workerId' })
  }
}

async function overlapOf(sql: Sql, workerId: number): Promise<Refused> {
  const row = await firstOf(sql, tables.selectFrom('worker').select('name').where('id', '=', workerId))
  return new Refused('field.overlap', { field: 'workerId', ...(row && { params: { name: row.name } }) })
}

async function copy(period: Period, { sql, person, address }: Context): Promise<number> {
  const { tenantId, tenantZone } = person
  const before = {
    startsAt: daysLater(tenantZone, period.startsAt, -7),
    endsAt: daysLater(tenantZone, period.endsAt, -7),
  }
  // Two who copy at once make one copy.
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`duty copy ${tenantId}`])
  const earlier = await shiftsIn(sql, tenantId, before)
  const keyOf = (shift: { workerId: number; postId: number; startsAt: number }) =>
    `${shift.workerId} ${shift.postId} ${shift.startsAt}`
  const there = new Set((await shiftsIn(sql, tenantId, period)).map(keyOf))
  const wanted = earlier
    .filter(({ startsAt }) => startsAt >= before.startsAt)
    .map(shift => ({
      ...shift,
      startsAt: daysLater(tenantZone, shift.startsAt, 7),
      endsAt: daysLater(tenantZone, shift.endsAt, 7),
    }))
    .filter(shift => !there.has(keyOf(shift)))
  const now = Date.now()
  const copied = await sql.change(
    `insert into duty_shift (tenant_id, created_at, updated_at, worker_id, post_id, starts_at, ends_at, note)
     select $1, $2, $2, x.worker, x.post, x.starts, x.ends, x.note
     from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) as x(worker, post, starts, ends, note)
     join worker w on w.id = x.worker and w.removed_at is null and w.left_on is null
     join post p on p.id = x.post and p.removed_at is null`,
    [
      tenantId,
      now,
      wanted.map(each => each.workerId),
      wanted.map(each => each.postId),
      wanted.map(each => each.startsAt),
      wanted.map(each => each.endsAt),
      wanted.map(each => each.note),
    ],
  )
  if (copied > 0)
    sql.audit({
      ...by({ person, address }, tenantId),
      action: 'dutyShift.copy',
      entity: 'dutyShift',
      rowId: null,
      detail: { ...period, copied },
    })
  return copied
}
