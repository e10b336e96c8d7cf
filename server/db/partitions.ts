// Day partitions of readings and positions: made ahead, dropped when they are too old.
import type pg from 'pg'

export const DAY_MS = 86_400_000
const PARTITIONED = ['reading', 'position'] as const

const dayOf = (at: number) => Math.floor(at / DAY_MS)
const nameOf = (table: string, day: number) =>
  `${table}_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`

/**
 * Makes the partitions of every UTC day that `from` to `to` (epoch milliseconds, inclusive) touches, as the owner of
 * the tables. Nobody reads a partition but through its table: the tenant wall stands there.
 */
export async function makeDays(owner: pg.ClientBase, from: number, to: number): Promise<void> {
  const statements: string[] = []
  for (const table of PARTITIONED) {
    for (let day = dayOf(from); day <= dayOf(to); day++) {
      const name = nameOf(table, day)
      statements.push(
        `create table if not exists ${name} partition of ${table} for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`,
        `alter table ${name} enable row level security`,
      )
    }
  }
  await owner.query(statements.join(';'))
}

/** Drops every partition whose whole day lies before the moment. Answers their names. */
export async function dropDaysBefore(owner: pg.ClientBase, moment: number): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relation.relname as name from pg_inherits
     join pg_class relation on relation.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where parent.relname = any($1)`,
    [[...PARTITIONED]],
  )
  const old = rows
    .map(row => row.name)
    .filter(name => {
      const day = /_(\d{4})(\d{2})(\d{2})$/.exec(name)
      return day !== null && Date.parse(`${day[1]}-${day[2]}-${day[3]}`) + DAY_MS <= moment
    })
  if (old.length > 0) await owner.query(`drop table ${old.join(', ')}`)
  return old
}
