// The table of newest readings over HTTP, as the console asks it (with counts), in a tenant of 100,000 devices.
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { entityEndpoints, type PageQuery } from '../../src/contract/entity-endpoints.ts'
import { latestReading } from '../../src/domain/device/latest-reading.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'

const DEVICES = 100_000
const ROUNDS = 15
const LIMIT_MS = 200
const KINDS = ['heartRate', 'ambientTemperature', 'battery', 'signal', 'voltage']

const bench: Bench = {
  name: `Newest readings of ${DEVICES.toLocaleString('en')} devices, with counts (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      await client.query(
        `insert into latest_reading (tenant_id, device_id, kind, value, at)
         select $1, d.id, k.kind, (d.id * 31) % 100, $3::bigint - (d.id * 977) % 86400000
         from device d cross join unnest($2::text[]) as k (kind) where d.tenant_id = $1 and d.name like '0 %'`,
        [tenantId, KINDS, Date.now()],
      )
      await client.query(
        `update device_state set measured_at = $2::bigint - (device_id * 977) % 86400000 where tenant_id = $1`,
        [tenantId, Date.now()],
      )
      await client.query('vacuum analyze latest_reading, device_state')
      const { rows } = await client.query<{ id: string }>(
        `select id from device_category where tenant_id = $1 and kind = 'helmet' and removed_at is null limit 1`,
        [tenantId],
      )
      await client.end()
      const entered = await fetch(`${server.url}${defaultPath(login)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }),
      })
      const token = entered.headers.get('authorization')
      if (!token) throw new Error(`admin may not enter: ${await entered.text()}`)
      const { page } = entityEndpoints(latestReading)
      const ask = async (query: PageQuery): Promise<void> => {
        const wire = z.encode(page.request, {
          page: 1,
          size: 50,
          counts: true,
          sort: latestReading.defaultSort,
          ...query,
        })
        const search = new URLSearchParams(
          z.parse(z.record(z.string(), z.pipe(z.unknown(), z.transform(String))), wire),
        )
        const answer = await fetch(`${server.url}${defaultPath(page)}?${search}`, {
          headers: { authorization: token },
        })
        const { code, msg } = (await answer.json()) as { code: number; msg?: string }
        if (code !== 0) throw new Error(`${search}: ${code} ${msg}`)
      }
      const figures: Figure[] = []
      for (const [label, query] of Object.entries({
        'all, by name': {},
        'newest measurement first': { sort: '-measuredAt' },
        'longest not measured first': { sort: 'measuredAt' },
        'one category': { categoryId: Number(rows[0]?.id) },
        'offline ones, newest first': { state: ['offline'], sort: '-measuredAt' },
        'text: a wearer': { q: '王伟' },
        'page 1,500': { page: 1500 },
        '500 a page': { size: 500 },
      } satisfies Record<string, PageQuery>)) {
        const times: number[] = []
        for (let round = -2; round < ROUNDS; round++) {
          const start = performance.now()
          await ask(query)
          if (round >= 0) times.push(performance.now() - start)
        }
        figures.push({ label, value: median(times), unit: 'ms', target: { atMost: LIMIT_MS } })
      }
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
