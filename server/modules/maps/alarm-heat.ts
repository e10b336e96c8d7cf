// Where the alarms of a period piled up: counted by the database on a grid of about 25 m: a building, not a district.
import type * as z from 'zod/mini'
import type { alarmHeat } from '../../../src/contract/endpoints/map.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

type Request = z.output<typeof alarmHeat.request>
type Answer = z.output<typeof alarmHeat.response>

const DAY_MS = 86_400_000
const MOST_DAYS = 400
const MOST_SPOTS = 5_000
/** 28 m to the north. */
const PER_DEGREE = 4_000

/** Counts the alarms that the person may see, the fullest places first; test windows say nothing about a place. */
export async function readHeat(
  alarms: Store,
  { from, to, type }: Request,
  context: Context,
): Promise<Answer> {
  if (to <= from) throw new Refused('field.periodOrder', { field: 'to' })
  if (to - from > MOST_DAYS * DAY_MS)
    throw new Refused('field.tooBig', { field: 'to', params: { max: from + MOST_DAYS * DAY_MS } })
  const conditions = new Conditions()
  const { bind, parts, values } = conditions
  parts.push('t.removed_at is null', 't.test_id is null')
  addVisibility(alarms, conditions, context)
  parts.push(`t.raised_at >= ${bind(from)}::bigint`, `t.raised_at < ${bind(to)}::bigint`)
  if (type !== undefined) parts.push(`t.type = ${bind(type)}`)
  const rows = await context.sql.query<{ x: number | null; y: number | null; count: number }>(
    `select floor(t.longitude * ${PER_DEGREE})::int as x, floor(t.latitude * ${PER_DEGREE})::int as y, count(*) as count
     from alarm t where ${conditions.where} group by 1, 2 order by count desc, 1, 2`,
    values,
  )
  const placed = rows.flatMap(({ x, y, count }) => (x === null || y === null ? [] : [{ x, y, count }]))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    unplaced: total - placed.reduce((sum, { count }) => sum + count, 0),
    spots: placed.slice(0, MOST_SPOTS).map(({ x, y, count }) => ({
      longitude: (x + 0.5) / PER_DEGREE,
      latitude: (y + 0.5) / PER_DEGREE,
      count,
    })),
  }
}
