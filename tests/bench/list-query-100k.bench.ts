// The device list's own query over HTTP, as the console asks it (with counts), and the lists that say how many devices each
// row has, in a tenant of 100,000 devices.

import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { entityEndpoints, type PageQuery } from '../../src/contract/entity-endpoints.ts'
import { codes } from '../../src/contract/errors.ts'
import { deviceCategory, product } from '../../src/domain/device/catalogue.ts'
import { device } from '../../src/domain/device/device.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, imeiOf, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median, quantile } from './figures.ts'

const DEVICES = 100_000
const ROUNDS = 25
const LIMIT_MS = 150

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
  name: `Device list query over ${DEVICES.toLocaleString('en')} devices, with counts (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      const { rows } = await client.query<{ id: string }>(
        `select id from device_category where tenant_id = $1 and kind = 'helmet' and removed_at is null limit 1`,
        [tenantId],
      )
      await client.end()
      const category = Number(rows[0]?.id)
      const token = await logIn(server.url, 'admin')
      const { page } = entityEndpoints(device)
      const path = `${server.url}${defaultPath(page)}`
      const ask = async (query: PageQuery): Promise<number> => {
        const wire = z.encode(page.request, {
          page: 1,
          size: 20,
          counts: true,
          sort: device.defaultSort,
          ...query,
        })
        const search = new URLSearchParams(
          z.parse(z.record(z.string(), z.pipe(z.unknown(), z.transform(String))), wire),
        )
        const answer = await fetch(`${path}?${search}`, { headers: { authorization: token } })
        const { code, data, msg } = (await answer.json()) as {
          code: number
          msg?: string
          data?: { total: number }
        }
        if (code !== codes.ok || !data) throw new Error(`${search}: ${code} ${msg}`)
        return data.total
      }
      const figures: Figure[] = []
      for (const [label, query] of Object.entries({
        'all, by name': {},
        'all, newest message first': { sort: '-lastMessageAt' },
        'state offline': { state: ['offline'] },
        'state abnormal or offline, newest message first': {
          state: ['abnormal', 'offline'],
          sort: '-lastMessageAt',
        },
        'text: a wearer': { q: '王伟' },
        'text: an IMEI': { q: imeiOf(54_321) },
        'text: two letters': { q: '07' },
        'text: found nowhere': { q: 'nowhere at all' },
        [`${deviceCategory.key} helmet`]: { categoryId: category },
        'helmets offline with a text, newest first': {
          categoryId: category,
          state: ['offline'],
          q: '号楼',
          sort: '-lastMessageAt',
        },
        'battery up to 20, by battery': { batteryTo: 20, sort: 'battery' },
        'page 2,500': { page: 2500 },
      } satisfies Record<string, PageQuery>)) {
        const times: number[] = []
        let total = 0
        for (let round = -2; round < ROUNDS; round++) {
          const start = performance.now()
          total = await ask(query)
          if (round >= 0) times.push(performance.now() - start)
        }
        figures.push({
          label: `${label} (${total.toLocaleString('en')})`,
          value: median(times),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
        if (process.env.BENCH_SLOWEST)
          figures.push({ label: '  95 of 100', value: quantile(times, 0.95), unit: 'ms' })
      }
      for (const counted of [deviceCategory, product]) {
        const times: number[] = []
        for (let round = -2; round < ROUNDS; round++) {
          const start = performance.now()
          const answer = await fetch(`${server.url}${defaultPath(entityEndpoints(counted).page)}?size=100`, {
            headers: { authorization: token },
          })
          const { code, msg } = (await answer.json()) as { code: number; msg?: string }
          if (code !== codes.ok) throw new Error(`${counted.key}: ${code} ${msg}`)
          if (round >= 0) times.push(performance.now() - start)
        }
        figures.push({
          label: `each ${counted.key} with its devices`,
          value: median(times),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
      }
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
