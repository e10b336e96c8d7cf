// Alarms of a period counted by one breakdown or two, for reports and the analysis: from the same days as the statistics.
import type { Sql } from '../../db/scoped.ts'
import { type AlarmSelection, bucketFinder, selects } from './alarm-selection.ts'
import { tellDays } from './day-packing.ts'
import type { AlarmFacts } from './packed-day.ts'
import { WordBook } from './word-book.ts'

export type AlarmBreakdown =
  | 'time'
  | 'type'
  | 'severity'
  | 'status'
  | 'deviceKind'
  | 'department'
  | 'place'
  | 'device'

export interface AlarmQuestion extends Omit<AlarmSelection, 'kinds' | 'types'> {
  /** Null: of all. */
  tenant: number | null
  groupBy: AlarmBreakdown
  splitBy: AlarmBreakdown | null
  /** Beginnings of the buckets of time. */
  starts: readonly number[]
}

export interface AlarmCount {
  key: number | string | null
  split: number | string | null
  value: number
}

/** Alarms by what they are broken down by, most first. Those of test windows say nothing about the place. */
export async function countAlarms(sql: Sql, question: AlarmQuestion): Promise<AlarmCount[]> {
  const { tenant, from, to, groupBy, splitBy, starts } = question
  const book = new WordBook()
  const isWanted = selects({ ...question, kinds: null, types: null })
  const keyOf = numberIn(groupBy, starts)
  const splitOf = splitBy === null ? () => 0 : numberIn(splitBy, starts)
  const counts = new Map<number, Map<number, number>>()
  await tellDays(sql, { tenant, from, to, book }, alarm => {
    if (alarm.onTest || !isWanted(alarm)) return
    const key = keyOf(alarm)
    let splits = counts.get(key)
    if (!splits) {
      splits = new Map()
      counts.set(key, splits)
    }
    const split = splitOf(alarm)
    splits.set(split, (splits.get(split) ?? 0) + 1)
  })
  const keyName = await namesOf(sql, groupBy, new Set(counts.keys()), starts, book)
  const splitName =
    splitBy === null
      ? () => null
      : await namesOf(
          sql,
          splitBy,
          new Set([...counts.values()].flatMap(splits => [...splits.keys()])),
          starts,
          book,
        )
  // Several numbers may bear one name: a word has one in each tenant, departments may be called alike.
  const named = new Map<string, AlarmCount>()
  for (const [number, splits] of counts)
    for (const [other, count] of splits) {
      const [key, split] = [keyName(number), splitName(other)]
      const id = JSON.stringify([key, split])
      const known = named.get(id)
      if (known) known.value += count
      else named.set(id, { key, split, value: count })
    }
  return [...named.values()].sort(
    (a, b) => b.value - a.value || inOrder(a.key, b.key) || inOrder(a.split, b.split),
  )
}

/** Nothing stands last. */
function inOrder(a: AlarmCount['key'], b: AlarmCount['key']): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

function numberIn(breakdown: AlarmBreakdown, starts: readonly number[]): (alarm: AlarmFacts) => number {
  if (breakdown === 'time') {
    const bucketOf = bucketFinder(starts)
    return alarm => bucketOf(alarm.raisedAt)
  }
  if (breakdown === 'status') return alarm => (alarm.taken ? 1 : alarm.open ? 0 : 2)
  const field = breakdown === 'deviceKind' ? 'kind' : breakdown
  return alarm => alarm[field]
}

const statuses = ['open', 'taken', 'handled']

/** What the numbers of a breakdown stand for. Departments and devices go by the names of now. */
async function namesOf(
  sql: Sql,
  breakdown: AlarmBreakdown,
  numbers: ReadonlySet<number>,
  starts: readonly number[],
  book: WordBook,
): Promise<(number: number) => number | string | null> {
  if (breakdown === 'time') return bucket => starts[bucket] ?? null
  if (breakdown === 'status') return status => statuses[status] ?? null
  if (breakdown === 'type' || breakdown === 'severity' || breakdown === 'deviceKind')
    return id => book.word(id) ?? null
  const statement = {
    place: 'select id, word as name from alarm_word where id = any($1::bigint[])',
    department: 'select id, name from department where id = any($1::bigint[])',
    device: `select id, name || ' · ' || imei as name from device where id = any($1::bigint[])`,
  }[breakdown]
  const rows = await sql.query<{ id: number; name: string }>(statement, [[...numbers]])
  const known = new Map(rows.map(({ id, name }) => [id, name]))
  return id => known.get(id) ?? (breakdown === 'place' ? (book.word(id) ?? null) : null)
}
