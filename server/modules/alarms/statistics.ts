// Alarms of a period by type, severity, time and place. Those of test windows are only counted: they say nothing about the
// place. A year of a large tenant is a million alarms: its days are read packed and added up here.
import type * as z from 'zod/mini'
import { alarmStatistics } from '../../../src/contract/endpoints/report.ts'
import { alarmType, severities, severity } from '../../../src/domain/alarm/alarm-types.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { bucketStarts, isZone } from '../../../src/domain/report/zone-time.ts'
import type { Sql } from '../../db/scoped.ts'
import { refuseUnknownDepartment } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { tellDays } from './day-packing.ts'
import { type Counts, medianOf, type Sums, startSums } from './statistics-sums.ts'
import { WordBook } from './word-book.ts'

type Request = z.output<typeof alarmStatistics.request>
type Answer = z.output<typeof alarmStatistics.response>

const MOST_DAYS = 400
const MOST_DAYS_OF_HOURS = 31
/** A period of whole days is an hour longer where clocks are set back. */
const CLOCKS_BACK_MS = HOUR_MS
const TOP = 20

export function mountAlarmStatistics(handlers: Handlers): void {
  handlers.handle(alarmStatistics, async (request, context) => {
    await refuseUnknownDepartment(request.departmentId, context)
    refuseWrongPeriod(request)
    return statisticsOf(request, context)
  })
}

function refuseWrongPeriod({ from, to, zone, by }: Request): void {
  if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
  if (to <= from) throw new Refused('field.periodOrder', { field: 'to' })
  const most = by === 'hour' ? MOST_DAYS_OF_HOURS : MOST_DAYS
  if (to - from > most * DAY_MS + CLOCKS_BACK_MS)
    throw new Refused('field.tooBig', { field: 'to', params: { max: most } })
}

async function statisticsOf(request: Request, { person, scope, sql }: Context): Promise<Answer> {
  const { from, to, zone, by, deviceKind, departmentId, type } = request
  const starts = bucketStarts(by, zone, from, to)
  const book = new WordBook()
  const visible = person.departments === null ? null : new Set(person.departments)
  const { sums, add } = startSums({
    from,
    to,
    zone,
    starts,
    // One that the person does not see was refused.
    departments: departmentId === undefined ? visible : new Set([departmentId]),
    kinds: deviceKind === undefined ? null : book.numbersOf('kind', deviceKind),
    types: type === undefined ? null : book.numbersOf('type', type),
    devices: null,
  })
  await tellDays(sql, { tenant: scope.tenant === '*' ? null : scope.tenant, from, to, book }, add)
  return {
    total: sums.total,
    open: sums.open,
    onTest: sums.onTest,
    acknowledgeMs: milliseconds(medianOf(sums.seenAfter)),
    handleMs: milliseconds(medianOf(sums.doneAfter)),
    byType: wordCounts(sums.types, book)
      .map(({ word, count }) => ({ type: alarmType.parse(word), count }))
      .sort((a, b) => b.count - a.count),
    bySeverity: wordCounts(sums.severities, book)
      .map(({ word, count }) => ({ severity: severity.parse(word), count }))
      .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
    byPlace: await busiestPlaces(sums, book, sql),
    byDevice: await busiestDevices(sums, sql),
    series: starts.map((at, index) => {
      const bucket = { at, critical: 0, warning: 0, attention: 0, info: 0 }
      for (const { word, count } of wordCounts(sums.buckets[index] ?? new Map(), book))
        bucket[severity.parse(word)] = count
      return bucket
    }),
    byHour: sums.hours.flatMap((count, index) =>
      count === 0 ? [] : [{ day: Math.floor(index / 24) + 1, hour: index % 24, count }],
    ),
  }
}

const milliseconds = (seconds: number | null) => (seconds === null ? null : seconds * 1000)

/** The same word has a number in each tenant. */
function wordCounts(counts: Counts, book: WordBook): { word: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const [id, count] of counts) {
    const word = book.word(id)
    if (word !== undefined) sums.set(word, (sums.get(word) ?? 0) + count)
  }
  return [...sums].map(([word, count]) => ({ word, count }))
}

/** Their names are looked up last: there may be many, and packed days know only their numbers. */
const busiestPlaces = ({ places }: Sums, book: WordBook, sql: Sql) =>
  sql.query<Answer['byPlace'][number]>(
    `select coalesce(w.word, told.word) as place, sum(told.n)::int as count
     from unnest($1::int[], $2::text[], $3::int[]) as told (id, word, n) left join alarm_word w on w.id = told.id
     group by 1 order by 2 desc, 1 limit ${TOP}`,
    [[...places.keys()], [...places.keys()].map(id => book.word(id) ?? null), [...places.values()]],
  )

/** A device goes by the name of now, whatever it was called then. */
async function busiestDevices({ devices }: Sums, sql: Sql): Promise<Answer['byDevice']> {
  const top = [...devices].sort(([a, n], [b, m]) => m - n || a - b).slice(0, TOP)
  const rows = await sql.query<{ id: number; imei: string; name: string }>(
    'select id, imei, name from device where id = any($1::bigint[])',
    [top.map(([id]) => id)],
  )
  const known = new Map(rows.map(row => [row.id, row]))
  return top.flatMap(([id, count]) => {
    const device = known.get(id)
    return device ? [{ imei: device.imei, name: device.name, count }] : []
  })
}
