// Day partitions of readings, packed readings and positions: made ahead, dropped when they are too old.
import type pg from 'pg'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { withConnection } from '../../db/connection.ts'

const TABLES = ['reading', 'reading_hour', 'position', 'track_hour', 'indoor_position'] as const

const dayOf = (at: number) => Math.floor(at / DAY_MS)
const nameOf = (table: string, day: number) =>
  `${table}_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`

async function partitionsOf(owner: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass',
    [table],
  )
  return rows.map(row => row.name)
}

/** Days of which a table has a partition. */
async function daysOf(owner: pg.ClientBase, table: string): Promise<number[]> {
  const names = await partitionsOf(owner, table)
  return names.flatMap(name => {
    const date = /_(\d{4})(\d{2})(\d{2})$/.exec(name)
    return date ? [dayOf(Date.parse(`${date[1]}-${date[2]}-${date[3]}T00:00:00Z`))] : []
  })
}

/** Makes the days from `from` to `to` (epoch milliseconds, both inclusive) where they are missing. By the owner. */
export async function makePartitions(
  owner: pg.ClientBase,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const table of TABLES) {
    const known = new Set(await partitionsOf(owner, table))
    const days = new Set(
      Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, ahead) => dayOf(from) + ahead),
    )
    // Positions of earlier days wait to be packed since a release that had no place for them.
    if (table === 'track_hour') for (const day of await daysOf(owner, 'position')) days.add(day)
    const missing = [...days]
      .map(day => ({ day, name: nameOf(table, day) }))
      .filter(({ name }) => !known.has(name))
    const statements = missing.flatMap(({ day, name }) => [
      `create table if not exists ${name} partition of ${table} for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`,
      // Asked by its own name it shows nothing to the application: the policies are on the parent.
      `alter table ${name} enable row level security`,
    ])
    // Sent together they are one transaction: none is ever without its wall, and a first start waits for one write.
    if (statements.length > 0) await owner.query(statements.join(';'))
  }
}

/** Drops the days that ended before the moment of their table. Answers their names. */
export async function dropPartitions(
  owner: pg.ClientBase,
  before: (table: (typeof TABLES)[number]) => number,
): Promise<string[]> {
  const dropped: string[] = []
  for (const table of TABLES) {
    const oldest = nameOf(table, dayOf(before(table)))
    for (const name of await partitionsOf(owner, table)) {
      if (!/^(reading|reading_hour|position|track_hour|indoor_position)_\d{8}$/.test(name) || name >= oldest)
        continue
      await owner.query(`drop table if exists ${name}`)
      dropped.push(name)
    }
  }
  return dropped
}

/** Days kept, where nobody has decided otherwise. */
const USUAL_DAYS = { readings: 90, positions: 90 }
const OF_READINGS: readonly string[] = ['reading', 'reading_hour']
/** A device may send what it measured so long ago. */
export const OLDEST_MESSAGE_DAYS = 30
const AHEAD_DAYS = 3
const LOCK = 4_152_066

/** Makes the days ahead and drops the old ones. One process at a time does it. */
export async function tendPartitions(
  ownerUrl: string,
  now: number,
  keep: { readings: number; positions: number } = USUAL_DAYS,
): Promise<string[]> {
  const config = { connectionString: ownerUrl, application_name: 'gatehouse partitions' }
  return withConnection(config, async owner => {
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    await makePartitions(owner, {
      from: now - (OLDEST_MESSAGE_DAYS + 1) * DAY_MS,
      to: now + AHEAD_DAYS * DAY_MS,
    })
    const before = (days: number) => now - days * DAY_MS
    // By when measurements were known goes with them.
    await owner.query('delete from late_arrival where to_at < $1', [
      before(Math.max(keep.readings, keep.positions)),
    ])
    return dropPartitions(owner, table =>
      before(OF_READINGS.includes(table) ? keep.readings : keep.positions),
    )
  })
}
