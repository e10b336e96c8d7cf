// Activations in the days of a zone, and when a device was online, clipped to the period.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { addDevice, rowOf } from './fleet.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const get = (path: string, query: Record<string, string | number>, token = server.tokens.admin) =>
  server.call(`/api/device/device/${path}`, {
    token,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  })

const HOUR = 3_600_000

describe('activations', () => {
  test('days of a zone: midnight counts to the new day, gaps are 0, the shift of clocks makes a day of 23 hours', async () => {
    // Clocks in Berlin go forward on 2026-03-29: that day has 23 hours.
    const zone = 'Europe/Berlin'
    const [saturday, sunday, monday, tuesday] = [
      '2026-03-27T23:00:00Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      '2026-03-30T22:00:00Z',
    ].map(text => Date.parse(text)) as [number, number, number, number]
    for (const activated_at of [saturday, sunday - 1, sunday, monday - 1, tuesday])
      await addDevice(server, server.here, { activated_at, lifecycle: 'bound' })
    await addDevice(server, server.there, { activated_at: sunday })
    const { data } = await get('activations', { from: saturday, to: tuesday + 5 * HOUR, zone, by: 'day' })
    expect(data).toMatchObject({
      buckets: [
        { at: saturday, count: 2 },
        { at: sunday, count: 2 },
        { at: monday, count: 0 },
        { at: tuesday, count: 1 },
      ],
      activated: 5,
    })
    const weeks = await get('activations', { from: saturday, to: tuesday, zone, by: 'week' })
    expect((weeks.data as { buckets: { count: number }[] }).buckets.map(({ count }) => count)).toEqual([4, 1])
    const months = await get('activations', { from: saturday, to: tuesday, zone, by: 'month' })
    expect((months.data as { buckets: unknown[] }).buckets).toHaveLength(1)
    // Clipped to the period, not to its buckets.
    const late = await get('activations', { from: sunday - 1, to: sunday, zone, by: 'month' })
    expect(late.data).toMatchObject({ activated: 2 })
  })

  test('the not activated: without the recycled and the removed', async () => {
    const count = async () => {
      const { data } = await get('activations', { from: 0, to: 1, zone: 'UTC', by: 'day' })
      return (data as { notActivated: number }).notActivated
    }
    const before = await count()
    await addDevice(server, server.here)
    await addDevice(server, server.here, { lifecycle: 'recycled' })
    await addDevice(server, server.here, { removed_at: 5 })
    await addDevice(server, server.there)
    expect(await count()).toBe(before + 1)
  })

  test('bad input', async () => {
    const good = { from: 0, to: 1, zone: 'UTC', by: 'day' }
    expect(await get('activations', { ...good, zone: 'Mars/Olympus' })).toMatchObject({
      id: 'field.zone',
      field: 'zone',
    })
    expect(await get('activations', { ...good, zone: `'; drop` })).toMatchObject({ field: 'zone' })
    expect(await get('activations', { ...good, from: 2 })).toMatchObject({
      id: 'field.periodOrder',
      field: 'to',
    })
    expect(await get('activations', { ...good, to: 500 * 24 * HOUR })).toMatchObject({ id: 'field.tooBig' })
    expect((await get('activations', { ...good, by: 'second' })).code).not.toBe(0)
  })

  test('a department sees its own', async () => {
    const { data } = await get(
      'activations',
      { from: 0, to: 1, zone: 'UTC', by: 'day' },
      server.tokens.patrol,
    )
    // Of the two that the tenant was made with, one is in the department.
    expect((data as { notActivated: number }).notActivated).toBe(1)
  })
})

describe('online history', () => {
  const device = async (changes: readonly (readonly [at: number, online: boolean])[]) => {
    const id = await addDevice(server, server.here)
    await server.sql(sql =>
      sql.change(
        `insert into online_change (tenant_id, device_id, at, online)
         select $1, $2, * from unnest($3::bigint[], $4::boolean[])`,
        [server.here.tenantId, id, changes.map(([at]) => at), changes.map(([, online]) => online)],
      ),
    )
    return String((await rowOf(server, id))?.imei)
  }

  test('state before, changes inside, sums clipped at both ends', async () => {
    const imei = await device([
      [1000, true],
      [5000, false],
      [6000, true],
      [20_000, false],
    ])
    const { data } = await get('onlineHistory', { imei, from: 2000, to: 10_000 })
    expect(data).toEqual({
      before: 1,
      changes: [
        { at: 5000, state: 2 },
        { at: 6000, state: 1 },
      ],
      onlineMs: 3000 + 4000,
      offlineMs: 1000,
      cut: false,
    })
  })

  test('nothing known before the first change counts as neither', async () => {
    const imei = await device([[5000, true]])
    expect((await get('onlineHistory', { imei, from: 0, to: 9000 })).data).toMatchObject({
      before: null,
      onlineMs: 4000,
      offlineMs: 0,
    })
    expect((await get('onlineHistory', { imei, from: 0, to: 4000 })).data).toMatchObject({
      before: null,
      changes: [],
      onlineMs: 0,
      offlineMs: 0,
    })
  })

  test('the future has not been yet', async () => {
    const at = Date.now() - HOUR
    const imei = await device([[at, true]])
    const { data } = await get('onlineHistory', { imei, from: at, to: at + 24 * HOUR })
    const { onlineMs } = data as { onlineMs: number }
    expect(onlineMs).toBeGreaterThanOrEqual(HOUR)
    expect(onlineMs).toBeLessThan(HOUR + 60_000)
  })

  test('of more than 5,000 changes the newest are told, and all are counted', async () => {
    const imei = await device(
      Array.from({ length: 5002 }, (_, index) => [index * 10, index % 2 === 0] as const),
    )
    const { data } = await get('onlineHistory', { imei, from: 0, to: 50_020 })
    const { changes, cut, onlineMs, offlineMs } = data as {
      changes: { at: number }[]
      cut: boolean
      onlineMs: number
      offlineMs: number
    }
    expect([changes.length, changes[0]?.at, cut]).toEqual([5000, 20, true])
    expect([onlineMs, offlineMs]).toEqual([25_010, 25_010])
  })

  test('a period that ends before it begins, and a foreign device', async () => {
    const imei = await device([])
    expect(await get('onlineHistory', { imei, from: 2, to: 1 })).toMatchObject({ id: 'field.periodOrder' })
    expect((await get('onlineHistory', { imei: server.there.imei, from: 1, to: 2 })).id).toBe('row.unknown')
  })
})
