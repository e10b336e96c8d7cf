// A month's bills for 10,000 rooms with two meters each: looked at, and issued.
import * as z from 'zod/mini'
import { startConsole } from '../console-process.ts'
import { openDatabase, tenantOf } from './database.ts'
import type { Bench, Figure } from './figures.ts'
import { tokenOf } from './people-at-work.ts'

const ROOMS = 10_000
const ACCOUNT = 'admin'
const MONTH = '2026-01'

const estate = `
  with c as (insert into community (tenant_id, created_at, updated_at, name, building_pattern, unit_pattern, room_pattern,
      electricity_rate, water_rate) values ($1, 0, 0, 'Bench', '{number}', '{number}', '{floor}{room:2}', 5469, 34500) returning *),
    b as (insert into building (tenant_id, created_at, updated_at, community_id, name, floors)
      select tenant_id, 0, 0, id, 'B', 100 from c returning *),
    u as (insert into unit (tenant_id, created_at, updated_at, community_id, building_id, name)
      select tenant_id, 0, 0, community_id, id, 'U' from b returning *),
    r as (insert into room (tenant_id, created_at, updated_at, community_id, building_id, unit_id, floor_no, kind, room_no)
      select tenant_id, 0, 0, community_id, building_id, id, 1 + n % 100, 'home', 'R' || n from u, generate_series(1, $2::int) n
      returning *),
    m as (insert into meter (tenant_id, created_at, updated_at, room_id, kind, serial, digits, multiplier, start_thousandths,
        installed_on)
      select tenant_id, 0, 0, id, k, 'BENCH' || k || id, 5, 1, 0, '2025-12-31' from r, unnest(array['electricity', 'water']) k
      returning *),
    x as (insert into meter_reading (tenant_id, created_at, updated_at, meter_id, read_on, thousandths, source)
      select tenant_id, 0, 0, id, '2026-01-31', 10000 + id % 5000, 'hand' from m returning id)
  select (select id from c) as id, (select count(*) from x) as readings`

const answered = z.object({ code: z.literal(0), data: z.unknown() })

const bench: Bench = {
  name: `Bills of a month for ${ROOMS.toLocaleString('en')} rooms`,
  async run() {
    const server = await startConsole()
    const client = await openDatabase(server)
    try {
      const tenantId = await tenantOf(client, ACCOUNT)
      const { rows } = await client.query<{ id: string }>(estate, [tenantId, ROOMS])
      await client.query('vacuum analyze room, meter, meter_reading')
      const token = await tokenOf(server.url, ACCOUNT)
      const call = async (path: string, body?: object) => {
        const response = await fetch(`${server.url}/api/pay/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        return z.parse(answered, await response.json()).data
      }
      const row = z.object({ id: z.int(), version: z.int(), state: z.string(), done: z.int() })
      const asked = { communityId: Number(rows[0]?.id), month: MONTH, dueOn: '2026-02-15' }
      const run = z.parse(row, await call('feeRun/save', asked))
      const looked = performance.now()
      const { rooms, amount } = z.parse(
        z.object({ rooms: z.int(), amount: z.int() }),
        await call(`feeRun/preview?id=${run.id}`),
      )
      const preview = performance.now() - looked
      const began = performance.now()
      await call('feeRun/issue', {
        ...{ ids: [run.id], input: { rooms, amount }, seen: [{ id: run.id, version: run.version }] },
      })
      let now = run
      while (now.state !== 'issued') {
        await new Promise(resolve => setTimeout(resolve, 100))
        now = z.parse(row, await call(`feeRun/get?id=${run.id}`))
      }
      const took = performance.now() - began
      const figures: Figure[] = [
        { label: 'preview with differences', value: preview / 1000, unit: 's', target: { atMost: 10 } },
        { label: 'issued', value: took / 1000, unit: 's', target: { atMost: 60 } },
        { label: 'bills', value: now.done, unit: 'bills', target: { atLeast: ROOMS } },
      ]
      return { figures }
    } finally {
      await client.end()
      await server.stop()
    }
  },
}

export default bench
