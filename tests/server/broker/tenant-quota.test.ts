// What the devices of one tenant may say together: beyond it readings wait, danger never does, and nobody counts as silent.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTenantQuota, type TenantQuota } from '../../../server/broker/tenant-quota.ts'
import type { createDevices } from '../../../server/modules/ingest/devices.ts'
import { createWeigh } from '../../../server/modules/ingest/weigh.ts'
import { type Stage, setStage, until } from './stage.ts'

describe('the quota', () => {
  let quota: TenantQuota
  let stored: string[]
  let closed: string[]
  let told: string[]
  beforeEach(() => {
    vi.useFakeTimers()
    stored = []
    closed = []
    told = []
    quota = createTenantQuota({
      tenantOf: imei => ({ a: 1, b: 1, c: 2 })[imei],
      quotaOf: tenantId => (tenantId === 1 ? 60 : undefined),
      weigh: (_, payload) => {
        const text = Buffer.from(payload).toString()
        return text.startsWith('SOS') ? 'urgent' : text.startsWith('bye') ? 'inOrder' : 'telemetry'
      },
      refusals: { add: ({ reason }) => void told.push(reason) },
      now: Date.now,
    })
  })
  afterEach(() => {
    quota.stop()
    vi.useRealTimers()
  })
  const say = (imei: string, text: string, qos: 0 | 1 = 1) =>
    quota.pass(
      { imei, topic: 't', payload: Buffer.from(text), qos, close: () => closed.push(imei) },
      async () => {
        stored.push(`${imei} ${text}`)
      },
    )
  /** Spends the whole minute’s worth. */
  const spend = async () => {
    for (let n = 0; n < 60; n++) await say(n % 2 ? 'a' : 'b', 'reading')
    stored = []
  }

  test('a minute’s worth comes at once; then messages wait, in their order', async () => {
    await spend()
    const later = Promise.all([1, 2, 3].map(n => say('a', `reading ${n}`)))
    expect(stored).toEqual([])
    await vi.advanceTimersByTimeAsync(1_100)
    expect(stored).toEqual(['a reading 1'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(stored).toEqual(['a reading 1', 'a reading 2', 'a reading 3'])
    expect(await later).toEqual(['stored', 'stored', 'stored'])
    expect(quota.counts()).toEqual({ slowed: 3, refused: 0, waiting: 0 })
  })
  test('danger passes all that waits, a goodbye does not overtake its own device', async () => {
    await spend()
    const later = [say('a', 'reading'), say('a', 'bye')]
    await say('a', 'SOS')
    await say('b', 'bye')
    expect(stored).toEqual(['a SOS', 'b bye'])
    await vi.advanceTimersByTimeAsync(1_100)
    await Promise.all(later)
    expect(stored).toEqual(['a SOS', 'b bye', 'a reading', 'a bye'])
  })
  test('what nobody waits for is dropped and counted, and told once a minute', async () => {
    await spend()
    for (let n = 0; n < 10; n++) expect(await say('a', 'reading', 0)).toBe('dropped')
    expect(quota.counts().refused).toBe(10)
    expect(told).toEqual(['quota'])
  })
  test('behind another broker nobody can be made slower: there it is dropped too', async () => {
    await spend()
    const pass = (payload: string) =>
      quota.pass({ imei: 'a', topic: 't', payload: Buffer.from(payload), qos: 1 }, async () => {})
    expect(await pass('reading')).toBe('dropped')
    expect(await pass('SOS')).toBe('stored')
  })
  test('each device is heard twice a minute, so that none counts as silent', async () => {
    await spend()
    // 120 devices' worth waits: nothing is free for a while.
    await vi.advanceTimersByTimeAsync(30_000)
    for (let n = 0; n < 31; n++) await say('b', 'reading', 0)
    stored = []
    expect(await say('a', 'reading', 0)).toBe('stored')
    expect(await say('a', 'reading', 0)).toBe('dropped')
  })
  test('who does not wait for acknowledgements is closed after a while', async () => {
    await spend()
    const all = Array.from({ length: 40 }, (_, n) => say('a', `reading ${n}`))
    await vi.advanceTimersByTimeAsync(5_100)
    expect(closed).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await Promise.all(all)).filter(fate => fate === 'dropped')).toHaveLength(8)
  })
  test('is each tenant’s own, and what was counted is handed over once', async () => {
    await spend()
    for (let n = 0; n < 100; n++) await say('c', 'reading', 0)
    await say('a', 'reading', 0)
    expect(quota.collect()).toEqual([
      { tenantId: 1, stored: 60, slowed: 0, refused: 1 },
      { tenantId: 2, stored: 100, slowed: 0, refused: 0 },
    ])
    expect(quota.collect()).toEqual([])
  })
})

describe('at the broker', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage()
  })
  afterAll(() => stage.stop())

  const setQuota = async (tenantId: number, perMinute: number | null) => {
    await stage.query('update tenant set messages_per_minute = $2 where id = $1', [tenantId, perMinute])
    stage.bus.emit('rights.changed', {})
  }

  test('of a noisy tenant’s readings some wait; its SOS, its limits and the other tenant do not', async () => {
    const [noisy, quiet] = stage.tenants
    const loud = await stage.addDevice({ desired: { limits: { heartRate: { upper: 120 } } } })
    const other = await stage.addDevice({ tenant: quiet })
    const administrator = await stage.addPerson({ permissions: ['role.save', 'notice.read'] })
    await setQuota(noisy, 20)
    const client = await stage.device(loud.imei, loud.secret)
    const topic = `sfwatch/${loud.imei}/server`
    const say = (body: object, qos: 0 | 1) => client.publishAsync(topic, JSON.stringify(body), { qos })
    await until(async () => {
      await say({ code: '2001', values: { heartRate: 70 } }, 0)
      return (stage.broker.counts().refused.quota ?? 0) > 10
    })
    await say({ code: '3001', type: 15 }, 0)
    await say({ code: '2001', values: { heartRate: 150 } }, 0)
    const slow = say({ code: '2001', values: { heartRate: 71 } }, 1)
    await until(() => stage.broker.counts().quota.waiting === 1)
    await until(async () => {
      const rows = await stage.query<{ type: string }>('select type from alarm where device_id = $1', [
        loud.id,
      ])
      return rows.some(({ type }) => type === 'sos') && rows.length === 2
    })
    const neighbour = await stage.device(other.imei, other.secret)
    await neighbour.publishAsync(`sfwatch/${other.imei}/server`, '{"code":"1002"}', { qos: 1 })
    expect(stage.broker.counts().quota.waiting).toBe(1)

    await stage.broker.writeTraffic()
    await say({ code: '2001', values: { heartRate: 72 } }, 0)
    await until(() => (stage.broker.counts().refused.quota ?? 0) > 11)
    await stage.broker.writeTraffic()
    const [traffic] = await stage.query<{ stored: number; slowed: number; refused: number }>(
      'select stored, slowed, refused from tenant_traffic where tenant_id = $1',
      [noisy],
    )
    expect(traffic?.slowed).toBe(1)
    expect(traffic?.refused).toBeGreaterThan(11)
    expect(traffic?.stored).toBeGreaterThanOrEqual(22)
    // Told once a day, however often it is too much.
    const notices = await stage.query('select kind, content, times from notice where account_id = $1', [
      administrator.id,
    ])
    expect(notices).toEqual([{ kind: 'quota', content: '20', times: 1 }])

    await setQuota(noisy, null)
    await slow
    await client.endAsync()
    await neighbour.endAsync()
  })
})

test('what a message tells of says how long it may wait', () => {
  const devices = { knownNow: () => undefined } satisfies Pick<ReturnType<typeof createDevices>, 'knownNow'>
  const weigh = createWeigh(devices, Date.now)
  const of = (text: string) => weigh('1', Buffer.from(text))
  expect(of('{"code":"3001","type":24}')).toBe('urgent')
  expect(of('{"code":"2003","footRing":1}')).toBe('urgent')
  expect(of('{"code":"5080"}')).toBe('urgent')
  expect(of('{"code":"1003"}')).toBe('inOrder')
  expect(of('{"code":"6002","id":1,"result":"done"}')).toBe('inOrder')
  expect(of('{"code":"2002","lat":1,"lon":2}')).toBe('telemetry')
  expect(of('nonsense')).toBe('telemetry')
})
