// Suspending and resuming: written first, sent by the worker, polled until the carrier has answered, whatever goes wrong.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBus } from '../../../../server/bus.ts'
import { createLog } from '../../../../server/log.ts'
import { createSimCardWorker } from '../../../../server/modules/sim-cards/worker.ts'
import type { SimState } from '../../../../src/domain/billing/sim-card.ts'
import { createFakeCarrier } from '../../../fakes/carrier.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const carrier = createFakeCarrier()
const log = createLog({ logLevel: 'silent', production: false } as never)
beforeAll(async () => {
  server = await startServer({}, { carrier })
}, 60_000)
afterAll(() => server.stop())
beforeEach(() => {
  carrier.fate.clear()
  carrier.turnedAway.clear()
  carrier.arrived = []
  carrier.down = false
  carrier.losesAnswers = false
})

let serial = 500
async function newCard(state: SimState, more: Record<string, unknown> = {}) {
  const iccid = `89860077${String(serial++).padStart(12, '0')}`
  carrier.cards.set(iccid, state)
  const id = await server.sql(sql =>
    insert(sql, 'sim_card', {
      tenant_id: server.here.tenantId,
      iccid,
      carrier: 'mobile',
      state,
      asked_at: Date.now() + 86_400_000,
      ...more,
    }),
  )
  return { id, iccid }
}
const command = (name: string, ids: number[], token = server.tokens.admin) =>
  server.call(`/api/iotCard/simCard/${name}`, { token, body: { ids } })
const rowOf = (id: number) =>
  server
    .call('/api/iotCard/simCard/get', { token: server.tokens.admin, query: { id: String(id) } })
    .then(answer => answer.data as Record<string, unknown>)
/** A worker of its own with a clock of its own: a second process. */
const other = (now: () => number) =>
  createSimCardWorker({
    data: server.app.parts.data,
    bus: createBus(() => undefined),
    log,
    carrier,
    now,
  })
/** What is due by then, after the server itself has done what is due now. */
const later = async (ms: number) => {
  await server.app.cards.tick()
  const worker = other(() => Date.now() + ms)
  await worker.tick()
}

test('a card is suspended: wanted here at once, then between, then stopped', async () => {
  const { id, iccid } = await newCard('liveActive')
  carrier.fate.set(iccid, { state: 'working' })
  expect(await command('suspend', [id])).toMatchObject({ data: { results: [{ id, ok: true }] } })
  expect(await rowOf(id)).toMatchObject({ intent: 'suspended', orderState: 'waiting' })
  await server.app.cards.tick()
  expect(await rowOf(id)).toMatchObject({ state: 'shutdownInProgress', orderState: 'waiting' })
  // Not again while the carrier works on it.
  expect(await command('suspend', [id])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'sim.ordered' } }] },
  })
  carrier.fate.delete(iccid)
  carrier.cards.set(iccid, 'stopped')
  await later(10_000)
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', intent: 'suspended', orderState: 'none' })
  expect(await command('suspend', [id])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'state.transition' } }] },
  })
  expect(await command('resume', [id])).toMatchObject({ data: { results: [{ ok: true }] } })
  carrier.cards.set(iccid, 'liveActive')
  await later(20_000)
  expect(await rowOf(id)).toMatchObject({ state: 'liveActive', intent: 'active', orderState: 'none' })
})

test('what the carrier refuses stays visible with its reason, and can be called off or tried again', async () => {
  const { id, iccid } = await newCard('liveActive')
  carrier.turnedAway.set(iccid, 'realNameMissing')
  await command('suspend', [id])
  await server.app.cards.tick()
  expect(await rowOf(id)).toMatchObject({
    state: 'liveActive',
    intent: 'suspended',
    orderState: 'failed',
    orderReason: 'realNameMissing',
  })
  expect(await command('resume', [id])).toMatchObject({ data: { results: [{ ok: true }] } })
  expect(await rowOf(id)).toMatchObject({ intent: 'active', orderState: 'none', orderReason: null })
  carrier.turnedAway.clear()
  carrier.fate.set(iccid, { state: 'refused', reason: 'in their own words' })
  await command('suspend', [id])
  await later(10_000)
  expect(await rowOf(id)).toMatchObject({ orderState: 'failed', orderReason: 'in their own words' })
  carrier.fate.clear()
  await command('suspend', [id])
  carrier.cards.set(iccid, 'stopped')
  await later(10_000)
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', orderState: 'none' })
})

test.each<[SimState, string]>([
  ['disassembled', 'resume'],
  ['disassembled', 'suspend'],
  ['activatable', 'suspend'],
  ['liveActive', 'resume'],
  ['exception', 'resume'],
])('a card that is %s cannot %s', async (state, name) => {
  const { id } = await newCard(state)
  expect(await command(name, [id])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'state.transition' } }] },
  })
  const orders = await server.sql(sql => sql.query('select id from sim_order where card_id = $1', [id]))
  expect(orders).toEqual([])
})

test('a carrier that is away is tried again until it is there', async () => {
  const { id, iccid } = await newCard('liveActive')
  carrier.down = true
  await command('suspend', [id])
  await server.app.cards.tick()
  expect(await rowOf(id)).toMatchObject({ orderState: 'waiting', state: 'liveActive' })
  await later(60_000)
  carrier.down = false
  carrier.cards.set(iccid, 'stopped')
  await later(3_600_000)
  await later(3_700_000)
  expect(await rowOf(id)).toMatchObject({ orderState: 'none', state: 'stopped' })
})

test('an order whose answer was lost counts once', async () => {
  const { id, iccid } = await newCard('liveActive')
  carrier.losesAnswers = true
  await command('suspend', [id])
  await server.app.cards.tick()
  carrier.losesAnswers = false
  carrier.cards.set(iccid, 'stopped')
  await later(60_000)
  await later(120_000)
  const numbers = new Set(carrier.arrived.map(({ number }) => number))
  expect(numbers.size).toBe(1)
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', orderState: 'none' })
})

test('a process that died after sending is followed up by another', async () => {
  const { id, iccid } = await newCard('liveActive')
  await server.sql(sql =>
    sql.query(
      `insert into sim_order (tenant_id, created_at, updated_at, number, kind, state, card_id, subject, attempts, next_at, sent_at)
       values ($1, $2, $2, 'GH-LOST', 'suspend', 'sent', $3, $4, 1, $2, $2)`,
      [server.here.tenantId, Date.now() - 60_000, id, iccid],
    ),
  )
  await server.sql(sql =>
    sql.query(`update sim_card set intent = 'suspended', order_state = 'waiting' where id = $1`, [id]),
  )
  carrier.cards.set(iccid, 'stopped')
  // The carrier has never heard of it, so it goes out again under the same number.
  await later(0)
  await later(60_000)
  await later(120_000)
  expect(carrier.arrived.map(({ number }) => number)).toEqual(['GH-LOST'])
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', orderState: 'none' })
})

test('several processes share the work and no order is sent twice', async () => {
  const cards = await Promise.all(Array.from({ length: 60 }, () => newCard('liveActive')))
  const at = Date.now()
  const workers = [other(() => at + 1000), other(() => at + 1000), other(() => at + 1000)]
  await command(
    'suspend',
    cards.map(({ id }) => id),
  )
  await Promise.all([server.app.cards.tick(), ...workers.map(worker => worker.tick())])
  const sent = carrier.arrived.map(({ subject }) => subject)
  expect(new Set(sent).size).toBe(60)
  expect(sent).toHaveLength(60)
})

test('a thousand at once: a result for each, foreign ones unknown, all of one batch', async () => {
  const made = await server.sql(async sql => {
    const rows = await sql.query<{ id: number }>(
      `insert into sim_card (tenant_id, created_at, updated_at, iccid, carrier, state, asked_at)
       select $1, 0, 0, '89860055' || lpad(n::text, 12, '0'), 'mobile', case when n % 100 = 0 then 'disassembled' else 'liveActive' end, $2
       from generate_series(1, 998) n returning id`,
      [server.here.tenantId, Date.now() + 86_400_000],
    )
    return rows.map(({ id }) => id)
  })
  const answer = await command('suspend', [...made, server.there.simCardId, 999_999_999])
  const { results } = answer.data as { results: { id: number; ok: boolean; error?: { id: string } }[] }
  expect(results).toHaveLength(1000)
  expect(results.filter(({ ok }) => ok)).toHaveLength(989)
  expect(results.filter(({ error }) => error?.id === 'state.transition')).toHaveLength(9)
  expect(results.filter(({ error }) => error?.id === 'row.unknown').map(({ id }) => id)).toEqual([
    server.there.simCardId,
    999_999_999,
  ])
  await server.app.cards.tick()
  await later(10_000)
  const first = await server.call('/api/iotCard/simOrder/page', {
    token: server.tokens.admin,
    query: { size: '1', sort: '-createdAt' },
  })
  const { list } = first.data as { list: { batchId: number }[] }
  const batch = await server.call('/api/iotCard/simOrder/page', {
    token: server.tokens.admin,
    query: { size: '1', counts: 'true', batchId: String(list[0]?.batchId) },
  })
  expect(batch.data).toMatchObject({ total: 989, counts: { done: 989 } })
}, 60_000)

describe('asking the carrier', () => {
  test('refresh brings state and usage; usage is counted from where the package began', async () => {
    const { id, iccid } = await newCard('liveActive', { total_megabytes: 100, base_megabytes: 40 })
    carrier.used.set(iccid, { totalMegabytes: 150.5, lastUsedAt: 1_700_000_000_000 })
    expect(await command('refresh', [id])).toMatchObject({ data: { results: [{ ok: true }] } })
    await server.app.cards.tick()
    expect(await rowOf(id)).toMatchObject({
      usedMegabytes: 110.5,
      lastUsedAt: 1_700_000_000_000,
      state: 'liveActive',
    })
  })
  test('a state that no step leads to is not believed, a card it does not know is said so', async () => {
    const [apart, unknown] = [await newCard('disassembled'), await newCard('liveActive')]
    carrier.cards.set(apart.iccid, 'liveActive')
    carrier.cards.delete(unknown.iccid)
    await command('refresh', [apart.id, unknown.id])
    await server.app.cards.tick()
    expect(await rowOf(apart.id)).toMatchObject({ state: 'disassembled' })
    expect(await rowOf(unknown.id)).toMatchObject({ state: 'liveActive', orderReason: 'unknownCard' })
  })
  test('what the carrier has stopped by itself shows as a difference to what is wanted', async () => {
    const { id, iccid } = await newCard('liveActive')
    carrier.cards.set(iccid, 'stopped')
    await command('refresh', [id])
    await server.app.cards.tick()
    expect(await rowOf(id)).toMatchObject({ state: 'stopped', intent: 'active', orderState: 'none' })
  })
})

test('who may only look, visitors and strangers suspend nothing', async () => {
  const { id } = await newCard('liveActive')
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    expect(await command('suspend', [id], token)).toMatchObject({ id: 'forbidden' })
  expect(await command('suspend', [id], server.tokens.stranger)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.unknown' } }] },
  })
  expect(await rowOf(id)).toMatchObject({ intent: 'active' })
})
