// The alarm list's own query over HTTP, as the console asks it (with counts), in a tenant of a million alarms.
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { entityEndpoints, type PageQuery } from '../../src/contract/entity-endpoints.ts'
import { codes } from '../../src/contract/errors.ts'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { startConsole } from '../console-process.ts'
import { ALARMS, addYearOfAlarms, DEVICES } from './alarm-year.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median, quantile } from './figures.ts'

const ROUNDS = 15
const LIMIT_MS = 200
const DAY_MS = 86_400_000

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
  name: `Alarm list query over ${ALARMS.toLocaleString('en')} alarms, with counts (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      const now = Date.now()
      await addYearOfAlarms(client, tenantId, now)
      const { rows } = await client.query<{ department: string; person: string }>(
        `select (select department_id from alarm where tenant_id = $1 group by 1 order by count(*) desc limit 1) as department,
           (select assigned_to_id from alarm where tenant_id = $1 and assigned_to_id is not null limit 1) as person`,
        [tenantId],
      )
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
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
