// Where the alarms of a period piled up: counted by the database on a grid of about 25 m: a building, not a district.
import type * as z from 'zod/mini'
import type { alarmHeat } from '../../../src/contract/endpoints/map.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

type Request = z.output<typeof alarmHeat.request>
type Answer = z.output<typeof alarmHeat.response>

const MOST_DAYS = 400
const MOST_SPOTS = 5_000
/** Cells of the grid in a degree: 28 m from south to north. */
const PER_DEGREE = 4_000

/** Counts the alarms that the person may see, the fullest places first; test windows say nothing about a place. */
export async function readHeat(
  alarms: Store,
  { from, to, type, skip = 0 }: Request,
  context: Context,
): Promise<Answer> {
  if (to < from) throw new Refused('field.periodOrder', { field: 'to' })
  if (to - from > MOST_DAYS * DAY_MS)
    throw new Refused('field.tooBig', { field: 'to', params: { max: from + MOST_DAYS * DAY_MS } })
  const conditions = new Conditions()
  const { bind, parts, values } = conditions
  parts.push('t.removed_at is null', 't.test_id is null')
  addVisibility(alarms, conditions, context)
  parts.push(`t.raised_at >= ${bind(from)}::bigint`, `t.raised_at < ${bind(to)}::bigint`)
  if (type !== undefined) parts.push(`t.type = ${bind(type)}`)
  // Counted and cut in the database: the places of a year are more than this process should hold at once.
  const answer = await context.sql.first<Answer>(
    `with cells as materialized (
       select floor(t.longitude * ${PER_DEGREE})::int as x, floor(t.latitude * ${PER_DEGREE})::int as y, count(*) as n
       from alarm t where ${conditions.where} group by 1, 2),
     fullest as (select * from cells where x is not null and y is not null order by n desc, x, y
       limit ${MOST_SPOTS} offset ${bind(skip)}::int)
     select (select coalesce(sum(n), 0)::float8 from cells) as total,
       (select coalesce(sum(n), 0)::float8 from cells where x is null or y is null) as unplaced,
       (select count(*)::int from cells where x is not null and y is not null) as places,
       (select coalesce(json_agg(json_build_object('longitude', (x + 0.5) / ${PER_DEGREE},
         'latitude', (y + 0.5) / ${PER_DEGREE}, 'count', n) order by n desc, x, y), '[]') from fullest) as spots`,
    values,
  )
  return answer ?? { total: 0, unplaced: 0, places: 0, spots: [] }
}
