// Days of alarms for the statistics: packed by a job once they are over, read plainly while they have changed since.
import { CLOCKS_DIFFER_MS } from '../../../src/domain/alarm/handling-time.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { WHOLE } from '../../db/scoped.ts'
import { takesTurn } from '../../db/turn.ts'
import { defineRound } from '../../jobs/definition.ts'
import { type AlarmFacts, packDay, unpackDay } from './packed-day.ts'
import { learnWords, lookUpWords, WordBook, type WordSort } from './word-book.ts'

const LOCK = 4_152_068
/** Days of one answer of the database: their alarms are held in memory together. */
const DAYS_AT_ONCE = 31

export const alarmDaysRound = defineRound({
  name: 'alarmDays',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '*/2 * * * *',
})

/** Packs every day that is over and has changed. Answers how many. */
export async function packChangedDays(data: Data, now: number): Promise<number> {
  const days = await data.scoped(WHOLE, sql =>
    sql.query<{ tenant: number; day: number }>(
      'select distinct tenant_id as tenant, day from alarm_day_change where day < $1 order by 1, 2',
      [Math.floor(now / DAY_MS)],
    ),
  )
  let packed = 0
  for (const { tenant, day } of days) if (await data.scoped(WHOLE, sql => packOne(sql, tenant, day))) packed++
  return packed
}

/**
 * The notes of the changes go first, then the alarms are read: a change that is committed in between leaves its note
 * behind, and the day is packed again.
 */
async function packOne(sql: Sql, tenant: number, day: number): Promise<boolean> {
  if (!(await takesTurn(sql, LOCK))) return false
  await sql.change('delete from alarm_day_change where tenant_id = $1 and day = $2', [tenant, day])
  const alarms = await plainDay(sql, tenant, day)
  await learnWords(sql, tenant, wordsOf(alarms))
  const book = await bookFor(sql, tenant, alarms)
  await sql.change(
    `insert into alarm_day (tenant_id, day, bytes) values ($1, $2, $3)
     on conflict (tenant_id, day) do update set bytes = excluded.bytes`,
    [tenant, day, Buffer.from(packDay(day * DAY_MS, factsOf(tenant, alarms, book)))],
  )
  return true
}

/** An alarm as the database has it. */
interface PlainAlarm
  extends Pick<AlarmFacts, 'raisedAt' | 'device' | 'open' | 'taken' | 'onTest' | 'seenAfter' | 'doneAfter'> {
  type: string
  severity: string
  kind: string
  place: string | null
  department: number | null
}

// What was done far before its alarm says nothing of how long it took.
const plainDay = (sql: Sql, tenant: number, day: number) =>
  sql.query<PlainAlarm>(
    `select raised_at as "raisedAt", type, severity, device_kind as kind, place, department_id as department,
       device_id as device, status <> 'handled' as open, status = 'taken' as taken, on_test as "onTest",
       case when acknowledged_by is not null and acknowledged_at >= raised_at - ${CLOCKS_DIFFER_MS} then (acknowledged_at - raised_at) / 1000 end as "seenAfter",
       case when handled_by is not null and handled_at >= raised_at - ${CLOCKS_DIFFER_MS} then (handled_at - raised_at) / 1000 end as "doneAfter"
     from alarm where tenant_id = $1 and raised_at >= $2 and raised_at < $3 and removed_at is null and not trial
     order by raised_at`,
    [tenant, day * DAY_MS, (day + 1) * DAY_MS],
  )

function wordsOf(alarms: readonly PlainAlarm[]): { what: WordSort; word: string }[] {
  const all = (what: WordSort) => {
    const words = new Set(alarms.map(alarm => alarm[what]))
    return [...words].flatMap(word => (word === null ? [] : [{ what, word }]))
  }
  return [...all('type'), ...all('severity'), ...all('kind'), ...all('place')]
}

async function bookFor(
  sql: Sql,
  tenant: number,
  alarms: readonly PlainAlarm[],
  book = new WordBook(),
): Promise<WordBook> {
  await lookUpWords(
    sql,
    tenant,
    wordsOf(alarms).flatMap(({ what, word }) => (what === 'place' ? [word] : [])),
    book,
  )
  return book
}

const factsOf = (tenant: number, alarms: readonly PlainAlarm[], book: WordBook): AlarmFacts[] =>
  alarms.map(alarm => ({
    ...alarm,
    type: book.number(tenant, 'type', alarm.type),
    severity: book.number(tenant, 'severity', alarm.severity),
    kind: book.number(tenant, 'kind', alarm.kind),
    place: alarm.place === null ? 0 : book.number(tenant, 'place', alarm.place),
    department: alarm.department ?? 0,
  }))

/**
 * Tells the alarms of a tenant (null: of all) from whole days of UTC that touch the period, in the words of the book;
 * the days more or less in order.
 */
export async function tellDays(
  sql: Sql,
  { tenant, from, to, book }: { tenant: number | null; from: number; to: number; book: WordBook },
  tell: (alarm: AlarmFacts) => void,
): Promise<void> {
  const until = Math.ceil(to / DAY_MS)
  // Whoever asks for all there ever was does not ask for fifty years of nothing.
  const first = await sql.first<{ day: number | null }>(
    `select least((select min(day) from alarm_day where $1::bigint is null or tenant_id = $1),
       (select min(day) from alarm_day_change where $1::bigint is null or tenant_id = $1)) as day`,
    [tenant],
  )
  for (let day = Math.max(Math.floor(from / DAY_MS), first?.day ?? until); day < until; day += DAYS_AT_ONCE) {
    const days = await readDays(sql, tenant, day, Math.min(until, day + DAYS_AT_ONCE))
    // After the days: what they speak of was learnt before.
    await lookUpWords(sql, tenant, [], book)
    for (const { of, day: number, bytes } of days) {
      if (bytes) unpackDay(number * DAY_MS, bytes, tell)
      else {
        const alarms = await plainDay(sql, of, number)
        for (const alarm of factsOf(of, alarms, await bookFor(sql, of, alarms, book))) tell(alarm)
      }
    }
  }
}

/** In one statement, so that a day is either packed or to be read plainly, never both. */
const readDays = (sql: Sql, tenant: number | null, from: number, until: number) =>
  sql.query<{ of: number; day: number; bytes: Buffer | null }>(
    `select tenant_id as of, day, case when changed is null then bytes end as bytes from (
       select * from alarm_day where day >= $2 and day < $3 and ($1::bigint is null or tenant_id = $1)) packed
     full join (
       select distinct tenant_id, day, true as changed from alarm_day_change
       where day >= $2 and day < $3 and ($1::bigint is null or tenant_id = $1)) told using (tenant_id, day)
     order by day`,
    [tenant, from, until],
  )
