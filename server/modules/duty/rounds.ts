// Makes the rounds of routes for today and tomorrow by the tenant's calendar, and judges rounds by their visits.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { daysLater } from '../../../src/domain/duty/coverage.ts'
import { patrolRound } from '../../../src/domain/duty/patrol.ts'
import { sumOf } from '../../../src/domain/duty/round.ts'
import { localTime, momentOf, startOf } from '../../../src/domain/report/zone-time.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'

export const patrolsRound = defineRound({
  name: 'patrols',
  timeoutSeconds: 300,
  pollSeconds: 15,
  cron: '*/5 * * * *',
})

/** Today and tomorrow: a phone that is taken along without network has the night's rounds. */
const DAYS_AHEAD = 2

/** Makes what is to come and closes what is over. */
export async function keepRounds(data: Data, now: number): Promise<{ made: number; judged: number }> {
  return data.scoped(WHOLE, async sql => ({
    made: await makeRounds(sql, now),
    judged: await closeRounds(sql, now),
  }))
}

/** When rounds of a route begin on the day that a moment is in. */
export function startsOn(
  route: { days: readonly number[]; starts: readonly number[] },
  zone: string,
  at: number,
): number[] {
  const { year, month, day, weekday } = localTime(zone, at)
  if (route.days.length > 0 && !route.days.includes(weekday)) return []
  return route.starts.map(minute => momentOf(zone, year, month, day, minute))
}

export async function makeRounds(sql: Sql, now: number, tenantId?: number): Promise<number> {
  let asked = tables
    .selectFrom('patrol_route as r')
    .innerJoin('tenant as t', 't.id', 'r.tenant_id')
    .select(['r.id', 'r.tenant_id', 'r.name', 'r.post_id', 'r.days', 'r.starts', 'r.minutes', 't.zone'])
    .where('r.enabled', '=', true)
    .where('r.removed_at', 'is', null)
  if (tenantId !== undefined) asked = asked.where('r.tenant_id', '=', tenantId)
  let made = 0
  for (const route of await rowsOf(sql, asked)) {
    const today = startOf('day', route.zone, now)
    for (let later = 0; later < DAYS_AHEAD; later++)
      for (const startsAt of startsOn(route, route.zone, daysLater(route.zone, today, later)))
        if (startsAt > now - route.minutes * MINUTE_MS) made += await makeRound(sql, route, startsAt, now)
  }
  return made
}

interface Route {
  id: number
  tenant_id: number
  name: string
  post_id: number | null
  minutes: number
  zone: string
}

async function makeRound(sql: Sql, route: Route, startsAt: number, now: number): Promise<number> {
  const { year, month, day } = localTime(route.zone, startsAt)
  const two = (value: number) => String(value).padStart(2, '0')
  return sql.change(
    `insert into patrol_round (tenant_id, created_at, updated_at, route_id, post_id, name, day, starts_at, ends_at, points)
     select $1, $2, $2, $3, $4, $5, $6::date, $7::bigint, $7::bigint + $8::bigint,
       json_agg(json_build_object('id', p.id, 'name', p.name, 'labelCode', p.label_code,
         'dueAt', least($7::bigint + p.minute * ${MINUTE_MS}::bigint, $7::bigint + $8::bigint),
         'latitude', p.latitude, 'longitude', p.longitude, 'radius', p.radius, 'task', p.task,
         'readingUnit', p.reading_unit) order by p.position, p.id)
     from patrol_point p where p.route_id = $3 and p.removed_at is null having count(*) > 0
     on conflict (route_id, starts_at) do nothing`,
    [
      route.tenant_id,
      now,
      route.id,
      route.post_id,
      route.name,
      `${year}-${two(month)}-${two(day)}`,
      startsAt,
      route.minutes * MINUTE_MS,
    ],
  )
}

async function closeRounds(sql: Sql, now: number): Promise<number> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('patrol_round')
      .select('id')
      .where('state', 'in', ['planned', 'running'])
      .where('starts_at', '<=', now)
      .orderBy('starts_at')
      .limit(500),
  )
  let judged = 0
  for (const { id } of rows) if (await judgeRound(sql, id, now)) judged += 1
  return judged
}

const stored = z.pick(patrolRound.schema, { points: true })

/** Writes what a round adds up to now; false when that stands there already. */
export async function judgeRound(sql: Sql, roundId: number, now: number): Promise<boolean> {
  const round = await firstOf(
    sql,
    tables
      .selectFrom('patrol_round')
      .select(['starts_at', 'ends_at', 'points', 'state', 'reached', 'late', 'missed'])
      .where('id', '=', roundId)
      .forUpdate(),
  )
  if (!round) return false
  const visits = await rowsOf(
    sql,
    tables
      .selectFrom('patrol_visit')
      .select(['point_id as pointId', 'way', 'at', 'note'])
      .where('round_id', '=', roundId),
  )
  const { points } = z.parse(stored, { points: round.points })
  const ways = z.parse(z.array(z.object({ way: z.enum(['scan', 'nfc', 'place', 'hand', 'reason']) })), visits)
  const sum = sumOf(
    { startsAt: round.starts_at, endsAt: round.ends_at, points },
    visits.map((visit, index) => ({ ...visit, way: ways[index]?.way ?? 'hand' })),
    now,
  )
  const same =
    sum.state === round.state &&
    sum.reached === round.reached &&
    sum.late === round.late &&
    sum.missed === round.missed
  await sql.change(
    `update patrol_round set state = $2, reached = $3, late = $4, missed = $5, updated_at = $6, version = version + $7
     where id = $1`,
    [roundId, sum.state, sum.reached, sum.late, sum.missed, now, same ? 0 : 1],
  )
  return !same
}
