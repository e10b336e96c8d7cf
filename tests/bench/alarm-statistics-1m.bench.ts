// Statistics of a year of a million alarms: as the server answers them, from packed days, and as tables of sums in
// PostgreSQL would. The tables hold what every question needs; they are made here and by nobody kept up to date.
import type pg from 'pg'
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { alarmStatistics, reportResult } from '../../src/contract/endpoints/report.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { codes } from '../../src/contract/errors.ts'
import { bucketStarts } from '../../src/domain/report/zone-time.ts'
import { startConsole } from '../console-process.ts'
import { ALARMS, addYearOfAlarms, DAY_MS, DAYS, DEVICES, untilPacked } from './alarm-year.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'

const ROUNDS = 5
const LIMIT_MS = 500
const ZONE = 'Asia/Shanghai'

const asks = [
  ['a year by week', DAYS, 'week'],
  ['31 days by hour', 31, 'hour'],
] as const

/** Sums by whole hours, the coarsest that whole zones can be counted from. */
const tables = {
  'one table': [
    `create table sum_all as select tenant_id, raised_at / 3600000 as hour, type, severity, device_kind, department_id, place,
       device_id, count(*)::int as n, count(*) filter (where status <> 'handled')::int as open,
       array_agg((acknowledged_at - raised_at) / 1000) filter (where acknowledged_by is not null) as seen,
       array_agg((handled_at - raised_at) / 1000) filter (where handled_by is not null) as done
     from alarm where removed_at is null and test_id is null group by 1, 2, 3, 4, 5, 6, 7, 8`,
    'create index on sum_all (tenant_id, hour)',
  ],
  'five tables': [
    `create table sum_hour as select tenant_id, raised_at / 3600000 as hour, type, severity, device_kind, department_id,
       count(*)::int as n, count(*) filter (where status <> 'handled')::int as open
     from alarm where removed_at is null and test_id is null group by 1, 2, 3, 4, 5, 6`,
    'create index on sum_hour (tenant_id, hour)',
    `create table sum_place as select tenant_id, raised_at / 86400000 as day, type, device_kind, department_id, place,
       count(*)::int as n from alarm where removed_at is null and test_id is null group by 1, 2, 3, 4, 5, 6`,
    'create index on sum_place (tenant_id, day)',
    `create table sum_device as select tenant_id, raised_at / 86400000 as day, type, device_kind, department_id, device_id,
       count(*)::int as n from alarm where removed_at is null and test_id is null group by 1, 2, 3, 4, 5, 6`,
    'create index on sum_device (tenant_id, day)',
    ...(['acknowledged', 'handled'] as const).flatMap(step => [
      `create table sum_${step} as select tenant_id, raised_at / 86400000 as day, type, device_kind, department_id,
         (${step}_at - raised_at) / 1000 as seconds, count(*)::int as n
       from alarm where removed_at is null and test_id is null and ${step}_by is not null group by 1, 2, 3, 4, 5, 6`,
      `create index on sum_${step} (tenant_id, day)`,
    ]),
  ],
} as const

type Shape = keyof typeof tables

const HOUR_MS = 3_600_000

/** All that the page shows of a period, from the tables; whole hours and days, which is less work than the edges are. */
async function sumUp(client: pg.Client, shape: Shape, tenantId: number, days: number, by: 'week' | 'hour') {
  const to = Date.now()
  const from = to - days * DAY_MS
  const starts = bucketStarts(by, ZONE, from, to)
  const hours = [tenantId, Math.floor(from / HOUR_MS), Math.floor(to / HOUR_MS)]
  const whole = [tenantId, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)]
  const inDays = 'where tenant_id = $1 and day >= $2 and day < $3'
  const time = `(hour * 3600000)`
  const shown = `to_timestamp(hour * 3600) at time zone '${ZONE}'`
  const several = (sets: string, table: string) =>
    client.query(
      `select sum(n), sum(open), ${sets} from (
         select *, width_bucket(${time}, $4::bigint[]) as bucket, extract(isodow from ${shown}) as weekday,
           extract(hour from ${shown}) as clock from ${table}
         where tenant_id = $1 and hour >= $2 and hour < $3) x
       group by grouping sets ((), ${sets
         .split(', ')
         .filter(each => !['bucket', 'weekday', 'clock'].includes(each))
         .map(each => `(${each})`)
         .join(', ')}, (bucket, severity), (weekday, clock))`,
      [...hours, starts],
    )
  if (shape === 'one table') {
    await several('type, severity, place, device_id, bucket, weekday, clock', 'sum_all')
    for (const step of ['seen', 'done'])
      await client.query(
        `select percentile_disc(0.5) within group (order by took) from sum_all, unnest(${step}) as took
         where tenant_id = $1 and hour >= $2 and hour < $3`,
        hours,
      )
    return
  }
  await several('type, severity, bucket, weekday, clock', 'sum_hour')
  for (const by of ['place', 'device'])
    await client.query(
      `select ${by === 'device' ? 'device_id' : by}, sum(n) from sum_${by} ${inDays} group by 1 order by 2 desc limit 20`,
      whole,
    )
  for (const step of ['acknowledged', 'handled'])
    await client.query(
      `select seconds from (select seconds, sum(sum(n)) over (order by seconds) as below, sum(sum(n)) over () as every
         from sum_${step} ${inDays} group by seconds) x where below * 2 >= every order by seconds limit 1`,
      whole,
    )
}

async function timed(once: () => Promise<unknown>): Promise<number> {
  await once()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await once()
    times.push(performance.now() - began)
  }
  return median(times)
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}${defaultPath(login)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }),
  })
  const token = answer.headers.get('authorization')
  if (!token) throw new Error(`admin may not enter: ${await answer.text()}`)
  return token
}

const bench: Bench = {
  name: `Statistics of ${ALARMS.toLocaleString('en')} alarms (median of ${ROUNDS}), from packed days and from tables of sums`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      const now = Date.now()
      await addYearOfAlarms(client, tenantId, now)
      await untilPacked(client, now)
      const token = await logIn(server.url)
      const ask = async (path: string, wire: unknown, method: 'GET' | 'POST') => {
        const query = new URLSearchParams(
          method === 'GET'
            ? z.parse(z.record(z.string(), z.pipe(z.unknown(), z.transform(String))), wire)
            : {},
        )
        const answer = await fetch(`${server.url}${path}?${query}`, {
          method,
          headers: { authorization: token, 'content-type': 'application/json' },
          ...(method === 'POST' && { body: JSON.stringify(wire) }),
        })
        const { code, msg } = (await answer.json()) as { code: number; msg?: string }
        if (code !== codes.ok) throw new Error(`${path}: ${code} ${msg}`)
      }
      const figures: Figure[] = []
      const size = async (pattern: string) => {
        const { rows } = await client.query<{ rows: string; mb: string }>(
          `select sum(c.reltuples)::bigint as rows, sum(pg_total_relation_size(c.oid)) / 1048576 as mb
           from pg_class c where c.relkind = 'r' and c.relname like $1`,
          [pattern],
        )
        return { rows: Number(rows[0]?.rows), mb: Number(rows[0]?.mb) }
      }
      for (const [label, days, by] of asks) {
        const [from, to] = [now - days * DAY_MS, now]
        figures.push({
          label: `packed days: ${label}`,
          value: await timed(() => ask(defaultPath(alarmStatistics), { from, to, zone: ZONE, by }, 'GET')),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
        const question = { subject: 'alarms', groupBy: by, splitBy: 'type', period: 'custom', deviceIds: [] }
        figures.push({
          label: `analysis by type: ${label}`,
          value: await timed(() =>
            ask(defaultPath(reportResult), { ...question, from, to, zone: ZONE }, 'POST'),
          ),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
      }
      figures.push({ label: 'packed days: size', value: (await size('alarm_day')).mb, unit: 'MB' })
      for (const shape of ['one table', 'five tables'] as const) {
        for (const statement of tables[shape]) await client.query(statement)
        await client.query('vacuum analyze')
        for (const [label, days, by] of asks)
          figures.push({
            label: `${shape}: ${label}`,
            value: await timed(() => sumUp(client, shape, tenantId, days, by)),
            unit: 'ms',
          })
        const { rows, mb } = await size(shape === 'one table' ? 'sum\\_all' : 'sum\\_%')
        figures.push({ label: `${shape}: size`, value: mb, unit: 'MB' })
        figures.push({ label: `${shape}: rows`, value: rows, unit: 'rows' })
        if (shape === 'one table') await client.query('drop table sum_all')
      }
      await client.end()
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
