// Which plain rows of devices are due to be packed: those of the hours that have closed since the last time, and what came
// late for earlier ones. A mark says how far that has come, so that no round has to look at all rows; once a day one does.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { type Data, type Sql, WHOLE } from '../db/scoped.ts'
import { takesTurn } from '../db/turn.ts'
import { firstOf, rowsOf, tables } from '../db/typed.ts'
import { atOnce, type Pace } from './pace.ts'

/** An hour is closed so long after its end: what comes later is packed by a later round. */
const GRACE_MS = 10 * MINUTE_MS
/** A device's clock may run ahead by so much: its rows may be of an hour that had not begun when it spoke. */
const AHEAD_MS = 10 * MINUTE_MS
/** What arrived so shortly before the last look may not have been committed then, or was noted by another clock. */
const OVERLAP_MS = 10 * MINUTE_MS
/** Devices of one transaction. */
const AT_ONCE = 200

export interface HourlyRows {
  table: 'reading' | 'position'
  /** Number of the lock under which one process packs at a time. */
  lock: number
  /** Packs what these devices have in an hour. Answers how many plain rows that were. */
  pack(sql: Sql, hour: number, deviceIds: readonly number[]): Promise<number>
}

const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS

/** Another process is at it: two would do the same work, and wait for each other at every step. */
class PackedElsewhere extends Error {}

async function comeToTurn(sql: Sql, lock: number, pace: Pace): Promise<void> {
  // Whoever packs at once counts on it being done when this settles; a round leaves it to the other one.
  if (pace === atOnce) await sql.query('select pg_advisory_xact_lock($1)', [lock])
  else if (!(await takesTurn(sql, lock))) throw new PackedElsewhere()
}

/**
 * Packs what is due. Answers how many plain rows were packed. A round ends where another process is found to pack: what that
 * leaves, the next round does.
 */
export async function packClosed(data: Data, now: number, rows: HourlyRows, pace: Pace): Promise<number> {
  let packed = 0
  const packHour = async (hour: number, devices: readonly number[]) => {
    for (let from = 0; from < devices.length; from += AT_ONCE) {
      const some = devices.slice(from, from + AT_ONCE)
      packed += await pace(() =>
        data.scoped(WHOLE, async sql => {
          await comeToTurn(sql, rows.lock, pace)
          return rows.pack(sql, hour, some)
        }),
      )
    }
  }
  try {
    await packHours(data, now, rows.table, packHour)
  } catch (error) {
    if (!(error instanceof PackedElsewhere)) throw error
  }
  return packed
}

/** Finds what is due, and notes how far that has come. */
async function packHours(
  data: Data,
  now: number,
  table: HourlyRows['table'],
  packHour: (hour: number, devices: readonly number[]) => Promise<void>,
): Promise<void> {
  const until = hourOf(now - GRACE_MS)
  const read = <Result>(work: (sql: Sql) => Promise<Result>) => data.scoped(WHOLE, work)
  const mark = await read(sql => readMark(sql, table))
  if (!mark || mark.looked_at < now - DAY_MS) {
    for (const hour of await read(sql => hoursWithRows(sql, table, until)))
      await packHour(hour, await read(sql => devicesWithRows(sql, table, hour)))
    return read(sql => saveMark(sql, table, { packed_until: until, late_until: now, looked_at: now }))
  }
  for (const [hour, devices] of await read(sql => lateHours(sql, mark)))
    await packHour(
      hour,
      [...devices].sort((a, b) => a - b),
    )
  await read(sql => saveMark(sql, table, { ...mark, late_until: now }))
  for (let hour = mark.packed_until; hour < until; hour += HOUR_MS) {
    await packHour(hour, await read(sql => devicesHeardSince(sql, hour - AHEAD_MS)))
    await read(sql => saveMark(sql, table, { ...mark, late_until: now, packed_until: hour + HOUR_MS }))
  }
}

interface Mark {
  packed_until: number
  late_until: number
  looked_at: number
}

const readMark = (sql: Sql, table: string): Promise<Mark | undefined> =>
  firstOf(
    sql,
    tables
      .selectFrom('packing_mark')
      .select(['packed_until', 'late_until', 'looked_at'])
      .where('what', '=', table),
  )

async function saveMark(sql: Sql, table: string, mark: Mark): Promise<void> {
  await sql.change(
    `insert into packing_mark as m (what, packed_until, late_until, looked_at) values ($1, $2, $3, $4)
     on conflict (what) do update set packed_until = greatest(m.packed_until, excluded.packed_until),
       late_until = greatest(m.late_until, excluded.late_until), looked_at = greatest(m.looked_at, excluded.looked_at)`,
    [table, mark.packed_until, mark.late_until, mark.looked_at],
  )
}

/** Of all rows: what neither the last hours nor late arrivals name, such as rows that were restored or imported. */
async function hoursWithRows(sql: Sql, table: HourlyRows['table'], until: number): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom(table)
      .select(({ eb, lit }) => eb(eb('at', '/', lit(HOUR_MS)), '*', lit(HOUR_MS)).as('hour'))
      .distinct()
      .where('at', '<', until)
      .orderBy('hour'),
  )
  return rows.map(({ hour }) => Number(hour))
}

async function devicesWithRows(sql: Sql, table: HourlyRows['table'], hour: number): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom(table)
      .select('device_id')
      .distinct()
      .where('at', '>=', hour)
      .where('at', '<', hour + HOUR_MS)
      .orderBy('device_id'),
  )
  return rows.map(row => row.device_id)
}

async function devicesHeardSince(sql: Sql, at: number): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('device_state')
      .select('device_id')
      .where('last_message_at', '>=', at)
      .orderBy('device_id'),
  )
  return rows.map(row => row.device_id)
}

/** The devices of which something came since the last look, by the hours that were packed before. */
async function lateHours(sql: Sql, mark: Mark): Promise<Map<number, Set<number>>> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('late_arrival')
      .select(['device_id', 'from_at', 'to_at'])
      .where('received_at', '>=', mark.late_until - OVERLAP_MS)
      .where('from_at', '<', mark.packed_until),
  )
  const hours = new Map<number, Set<number>>()
  for (const { device_id, from_at, to_at } of rows)
    for (let hour = hourOf(from_at); hour <= to_at && hour < mark.packed_until; hour += HOUR_MS)
      hours.set(hour, (hours.get(hour) ?? new Set()).add(device_id))
  return hours
}
