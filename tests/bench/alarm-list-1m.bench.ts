// The alarm list's own query over HTTP, as the console asks it (with counts), and the statistics, in a tenant of a million
// alarms.

import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { alarmStatistics } from '../../src/contract/endpoints/report.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { entityEndpoints, type PageQuery } from '../../src/contract/entity-endpoints.ts'
import { codes } from '../../src/contract/errors.ts'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median, quantile } from './figures.ts'

const ALARMS = 1_000_000
const DEVICES = 5_000
const DAYS = 365
const ROUNDS = 15
const STATISTICS_ROUNDS = 5
const LIMIT_MS = 200
const STATISTICS_LIMIT_MS = 500
const DAY_MS = 86_400_000

/**
 * Alarms of a year as a large tenant has them: most long handled, a few open, some types rare, some of test windows.
 */
async function addAlarms(client: pg.Client, tenantId: number, now: number): Promise<void> {
  await client.query(
    `insert into alarm_test (tenant_id, created_at, updated_at, reason, starts_at, ends_at, user_name, told_at)
     values ($1, 0, 0, 'bench', 0, 1, 'bench', 1)`,
    [tenantId],
  )
  await client.query(
    `with fleet as (
       select id, imei, name, kind, wearer_name, department_id, install_location, building, unit, room_no,
         row_number() over (order by id) - 1 as n from device where tenant_id = $1 and name like '0 %'
     ), people as (select array_agg(id order by id) as ids from account where tenant_id = $1),
     test as (select max(id) as id from alarm_test where tenant_id = $1)
     insert into alarm (tenant_id, created_at, updated_at, type, severity, status, title, device_id, imei, device_name,
       device_kind, wearer_name, department_id, place, building, unit, room_no, raised_at, read, acknowledged_by,
       acknowledged_at, handled_by, handled_at, assigned_to, assigned_to_id, test_id)
     select $1, raised, raised, type,
       case when type in ('smoke', 'fall', 'sos') then 'critical' when type in ('heartRate', 'temperature') then 'warning'
         when type = 'online' then 'info' else 'attention' end,
       status, f.name, f.id, f.imei, f.name, f.kind, f.wearer_name, f.department_id, f.install_location, f.building, f.unit,
       f.room_no, raised, true, case when status = 'handled' then '王伟' end, case when status = 'handled' then raised + i % 300000 end,
       case when status = 'handled' then '王伟' end, case when status = 'handled' then raised + i % 3000000 end,
       case when i % 1000 = 0 then '王伟' end,
       case when i % 1000 = 0 then ids[1 + i / 1000 % cardinality(ids)] end, case when i % 200 = 7 then test.id end
     from (
       select i, $3::bigint - (i::bigint * $4 / $2) as raised,
         (array['lowVoltage','lowVoltage','lowVoltage','heartRate','heartRate','temperature','offline','online','online','smoke'])[1 + i * 7 % 10]
           as common,
         case when i % 997 = 3 then 'sos' when i % 97 = 5 then 'fall' end as rare,
         case when i % 200 = 7 or i > 30000 then 'handled' when i % 10 = 1 then 'taken' when i % 3 = 1 then 'open' else 'handled' end
           as status
       from generate_series(1, $2::int) i) x
     cross join lateral (select coalesce(rare, common) as type) y
     join fleet f on f.n = i::bigint * 7919 % $5 cross join people cross join test`,
    [tenantId, ALARMS, now, DAYS * DAY_MS, DEVICES],
  )
  await client.query('vacuum analyze alarm')
}

/** The server packs days that are over within minutes; a tenant has a million alarms after a year, not at once. */
async function untilPacked(client: pg.Client, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS)
  for (;;) {
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from alarm_day_change where day < $1',
      [today],
    )
    if (Number(rows[0]?.n) === 0) return
    await wait(2_000)
  }
}

async function logIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}${defaultPath(login)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  })
  const token = answer.headers.get('authorization')
  if (!token) throw new Error(`${username} may not enter: ${await answer.text()}`)
  return token
}

const bench: Bench = {
  name: `Alarm list query over ${ALARMS.toLocaleString('en')} alarms, with counts (median of ${ROUNDS}), and statistics`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      const now = Date.now()
      await addAlarms(client, tenantId, now)
      const { rows } = await client.query<{ department: string; person: string }>(
        `select (select department_id from alarm where tenant_id = $1 group by 1 order by count(*) desc limit 1) as department,
           (select assigned_to_id from alarm where tenant_id = $1 and assigned_to_id is not null limit 1) as person`,
        [tenantId],
      )
      await untilPacked(client, now)
      await client.end()
      const [departmentId, assignedToId] = [Number(rows[0]?.department), Number(rows[0]?.person)]
      const token = await logIn(server.url, 'admin')
      const ask = async (path: string, wire: unknown): Promise<unknown> => {
        const search = new URLSearchParams(
          z.parse(z.record(z.string(), z.pipe(z.unknown(), z.transform(String))), wire),
        )
        const answer = await fetch(`${server.url}${path}?${search}`, { headers: { authorization: token } })
        const { code, data, msg } = (await answer.json()) as { code: number; msg?: string; data?: unknown }
        if (code !== codes.ok || data === undefined) throw new Error(`${search}: ${code} ${msg}`)
        return data
      }
      const timed = async (rounds: number, once: () => Promise<unknown>) => {
        const times: number[] = []
        let last: unknown
        for (let round = -2; round < rounds; round++) {
          const start = performance.now()
          last = await once()
          if (round >= 0) times.push(performance.now() - start)
        }
        return { times, last }
      }
      const { page } = entityEndpoints(alarm)
      const figures: Figure[] = []
      for (const [label, query] of Object.entries({
        all: {},
        'as it opens: open and taken, none on test': { status: ['open', 'taken'], onTest: false },
        'type low battery': { type: ['lowVoltage'] },
        'type SOS': { type: ['sos'] },
        'severity critical': { severity: ['critical'] },
        'severity critical or warning, still open': {
          severity: ['critical', 'warning'],
          status: ['open'],
          onTest: false,
        },
        'status handled': { status: ['handled'] },
        'the last 7 days': { raisedAtFrom: now - 7 * DAY_MS },
        'a quarter of a year': { raisedAtFrom: now - 200 * DAY_MS, raisedAtTo: now - 110 * DAY_MS },
        'place: a building': { place: '17号楼' },
        'place: two letters': { place: '7层' },
        'place: found nowhere': { place: 'nowhere at all' },
        'kind helmet': { deviceKind: ['helmet'] },
        department: { departmentId },
        assigned: { assignedToId },
        'everything at once': {
          type: ['lowVoltage', 'heartRate'],
          severity: ['attention', 'warning'],
          status: ['open', 'taken'],
          raisedAtFrom: now - 30 * DAY_MS,
          place: '号楼',
          deviceKind: ['helmet', 'watch', 'wristband'],
          departmentId,
          onTest: false,
        },
        'text: a wearer': { q: '王伟' },
        'text: a place': { q: '12层' },
        'text: one letter': { q: '张' },
        'text: two digits': { q: '12' },
        'text: what every alarm has': { q: '88' },
        'most urgent first': { sort: '-severity' },
        'page 2,500': { page: 2500 },
      } satisfies Record<string, PageQuery>)) {
        const wire = z.encode(page.request, {
          page: 1,
          size: 20,
          counts: true,
          sort: alarm.defaultSort,
          ...query,
        })
        const { times, last } = await timed(ROUNDS, () => ask(defaultPath(page), wire))
        const { total } = last as { total: number }
        figures.push({
          label: `${label} (${total.toLocaleString('en')})`,
          value: median(times),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
        if (process.env.BENCH_SLOWEST)
          figures.push({ label: '  95 of 100', value: quantile(times, 0.95), unit: 'ms' })
      }
      for (const [label, days, by] of [
        ['statistics of a year by week', DAYS, 'week'],
        ['statistics of 31 days by hour', 31, 'hour'],
      ] as const) {
        const wire = { from: now - days * DAY_MS, to: now, zone: 'Asia/Shanghai', by }
        const { times } = await timed(STATISTICS_ROUNDS, () => ask(defaultPath(alarmStatistics), wire))
        figures.push({ label, value: median(times), unit: 'ms', target: { atMost: STATISTICS_LIMIT_MS } })
      }
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
