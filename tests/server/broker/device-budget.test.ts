// What one device may say: enough for every device, not enough to hurt the others, and an emergency always.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeviceBudget, type Fate } from '../../../server/broker/device-budget.ts'
import { peekAt } from '../../../server/modules/ingest/peek.ts'
import { encodeCompact } from '../../../src/contract/compact.ts'
import { connectPacket, publishPacket, rawClient } from './raw.ts'
import { log, type Stage, setStage, until } from './stage.ts'

const READING = '{"code":"2001","values":{"steps":1}}'
const SOS = '{"code":"3001","type":15}'
const FALL = '{"code":"3001","type":13}'

describe('the budget', () => {
  let told: { imei: string | null; reason: string }[]
  let stored: string[]
  let closed: string[]
  let budget: ReturnType<typeof createDeviceBudget>
  beforeEach(() => {
    vi.useFakeTimers()
    told = []
    stored = []
    closed = []
    budget = createDeviceBudget({
      peek: peekAt,
      perSecond: 10,
      refusals: { add: ({ imei, reason }) => void told.push({ imei, reason }) },
      log,
      now: Date.now,
    })
  })
  afterEach(() => vi.useRealTimers())
  const say = (text: string, qos: 0 | 1 = 0, imei = 'a', take?: () => Promise<void>) =>
    budget.spend(
      { imei, topic: 't', payload: Buffer.from(text), qos, close: () => closed.push(imei) },
      take ??
        (async () => {
          stored.push(text)
        }),
    )
  const times = (count: number, work: () => Promise<Fate>) =>
    Promise.all(Array.from({ length: count }, () => work()))
  const storedOf = (fates: Fate[]) => fates.filter(fate => fate === 'stored').length

  test('lets a hundred seconds’ worth in at once, then as it grows again', async () => {
    expect(storedOf(await times(1500, () => say(READING)))).toBe(1000)
    vi.advanceTimersByTime(2000)
    expect(storedOf(await times(1500, () => say(READING)))).toBe(20)
    expect(budget.counts().dropped).toBe(500 + 1480)
  })

  test('tells once, and again when it was kept to in between', async () => {
    await times(1500, () => say(READING))
    vi.advanceTimersByTime(1000)
    await times(1500, () => say(READING))
    expect(told).toEqual([{ imei: 'a', reason: 'budget' }])
    vi.advanceTimersByTime(100_000)
    await times(1500, () => say(READING))
    expect(told).toHaveLength(2)
  })

  test('is each device’s own', async () => {
    await times(1500, () => say(READING))
    expect(await say(READING, 0, 'b')).toBe('stored')
  })

  test('makes who waits for acknowledgements slower, and loses nothing of theirs', async () => {
    await times(1000, () => say(READING, 1))
    const later = times(32, () => say(READING, 1))
    await vi.advanceTimersByTimeAsync(1600)
    expect(stored.length).toBe(1016)
    await vi.advanceTimersByTimeAsync(1700)
    expect(storedOf(await later)).toBe(32)
    expect([closed, budget.counts().dropped]).toEqual([[], 0])
  })

  test('closes who does not wait for them, after a while in which emergencies are heard', async () => {
    await times(1000, () => say(READING, 1))
    const held = times(32, () => say(READING, 1))
    expect(storedOf(await times(100, () => say(READING, 1)))).toBe(0)
    stored = []
    expect(await say(SOS, 1)).toBe('stored')
    expect([stored, closed]).toEqual([[SOS], []])
    await vi.advanceTimersByTimeAsync(5000)
    await held
    expect(closed).toEqual(['a'])
  })

  test('is not asked for an emergency, whatever was said before', async () => {
    await times(5000, () => say(READING))
    stored = []
    expect(await say(SOS)).toBe('stored')
    expect(await say(FALL, 1)).toBe('stored')
    expect(stored).toEqual([SOS, FALL])
  })

  test('knows the same emergency again where nobody waits for an acknowledgement: one a second', async () => {
    expect(storedOf(await times(1000, () => say(SOS)))).toBe(1000)
    // Sixty are stored as they come; of a flood the rest is the last one of these again.
    expect(stored.length).toBe(60)
    expect(await say(FALL)).toBe('stored')
    expect(stored.at(-1)).toBe(FALL)
    expect(budget.counts().folded).toBe(940)
    expect(told).toEqual([{ imei: 'a', reason: 'budget.emergency' }])
    vi.advanceTimersByTime(30_000)
    expect(storedOf(await times(1000, () => say(SOS)))).toBe(1000)
    expect(stored.filter(text => text === SOS).length).toBe(120)
  })

  test('acknowledges no emergency that has no row of its own: they take turns, and a flood is closed', async () => {
    const numbered = Array.from({ length: 92 }, (_, n) => `{"code":"3001","type":15,"time":${n + 1}}`)
    const all = Promise.all(numbered.map(text => say(text, 1)))
    expect(stored).toEqual(numbered.slice(0, 60))
    await vi.advanceTimersByTimeAsync(500)
    expect(stored).toEqual(numbered.slice(0, 61))
    await vi.advanceTimersByTimeAsync(15_500)
    expect(await all).toEqual(numbered.map(() => 'stored'))
    expect([stored, closed]).toEqual([numbered, []])
    const flood = times(40, () => say(SOS, 1))
    await vi.advanceTimersByTimeAsync(5000)
    expect(closed).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(storedOf(await flood)).toBe(32)
    expect(stored.length).toBe(92 + 32)
  })

  test('stores states as they come while there is room, and folds them beyond', async () => {
    const loose = '{"code":"2003","footRing":1}'
    await times(1000, () => say(loose))
    expect(stored.length).toBe(1000)
    expect(storedOf(await times(100, () => say(loose)))).toBe(100)
    expect(stored.length).toBe(1060)
  })

  test('does not stand for an emergency that was not stored', async () => {
    await times(59, () => say(SOS))
    const outcome = Promise.withResolvers<void>()
    const first = say(SOS, 1, 'a', () => outcome.promise)
    const same = say(SOS)
    vi.advanceTimersByTime(5000)
    const settled = Promise.allSettled([first, same])
    outcome.reject(new Error('The database is away'))
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await say(SOS, 1)).toBe('stored')
  })

  test('takes nothing for what was not stored: it comes again', async () => {
    const fails = () => Promise.reject(new Error('The database is away'))
    const lost = await Promise.allSettled(Array.from({ length: 900 }, () => say(READING, 1, 'a', fails)))
    expect(lost.every(({ status }) => status === 'rejected')).toBe(true)
    expect(storedOf(await times(1500, () => say(READING)))).toBe(1000)
    await Promise.allSettled(Array.from({ length: 50 }, () => say(SOS, 1, 'b', fails)))
    expect(storedOf(await times(60, () => say(SOS, 1, 'b')))).toBe(60)
    expect(told).toEqual([{ imei: 'a', reason: 'budget' }])
  })

  describe('behind a broker of the operator’s own, where nobody can be made to wait', () => {
    const sayBehind = (text: string, imei = 'a') =>
      budget.spend({ imei, topic: 't', payload: Buffer.from(text), qos: 1 }, async () => {
        stored.push(text)
      })

    test('keeps nothing waiting: what is too much is dropped', async () => {
      expect(storedOf(await times(1500, () => sayBehind(READING)))).toBe(1000)
      expect(budget.counts().dropped).toBe(500)
    })

    test('lets emergencies take turns, and folds a flood of them', async () => {
      const fates = times(200, () => sayBehind(SOS))
      await vi.advanceTimersByTimeAsync(16_000)
      expect(storedOf(await fates)).toBe(200)
      expect([stored.length, budget.counts().folded]).toEqual([60 + 32, 200 - 60 - 32])
    })

    test('leaves room for the others, however many devices flood', async () => {
      const devices = Array.from({ length: 10 }, (_, n) => `device ${n}`)
      const fates = Promise.all(devices.map(imei => times(100, () => sayBehind(SOS, imei))))
      await vi.advanceTimersByTimeAsync(30_000)
      await fates
      expect(stored.length).toBe(10 * 60 + 200)
    })
  })

  test('without a rate has no bounds', async () => {
    const free = createDeviceBudget({
      perSecond: 0,
      refusals: { add: () => {} },
      peek: peekAt,
      log,
      now: Date.now,
    })
    const message = { imei: 'a', topic: 't', payload: Buffer.from(READING), qos: 0, close: () => {} } as const
    expect(storedOf(await times(10_000, () => free.spend(message, async () => {})))).toBe(10_000)
  })
})

test.each([
  [SOS, '3001', 'sos'],
  ['{"code":3001,"type":"15","seq":"x","lat":91}', '3001', 'sos'],
  ['{"code":"3001","type":24}', '3001', undefined],
  ['{"code":"3001","type":99}', '3001', undefined],
  ['{"code":"2003","footRing":1}', '2003', 'wearing'],
  ['{"code":"2003","footRing":0,"harmfulGas":1}', '2003', undefined],
  ['{"code":"2003","harmfulGas":0}', '2003', 'harmfulGas'],
  ['{"code":"2003","harmfulGas":null}', '2003', undefined],
  ['{"code":"1003"}', '1003', undefined],
  ['[]', '', undefined],
  ['null', '', undefined],
  ['{"code":', '', undefined],
  ['', '', undefined],
  [encodeCompact({ code: '3001', type: 'fall', time: 5 }), '3001', 'fall'],
  [encodeCompact({ code: '2003', footRing: 'loose', time: 5 }), '2003', 'wearing'],
  [encodeCompact({ code: '1002', time: 5 }), '1002', undefined],
  [Uint8Array.of(0xa7, 1, 2), '', undefined],
])('a look at %s', (payload, code, emergency) => {
  expect(peekAt(Buffer.from(payload as string))).toEqual({ code, emergency })
})

describe('at the broker', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage({ deviceRate: 5 })
  })
  afterAll(() => stage.stop())

  test('of a flood so much is stored; its SOS, another’s SOS and the notice come through', async () => {
    const [flood, quiet] = [await stage.addDevice({}), await stage.addDevice({})]
    const raw = rawClient(stage.broker.port)
    const topic = `sfwatch/${flood.imei}/server`
    raw.send(connectPacket({ clientId: flood.imei, username: flood.imei, password: flood.secret }))
    await until(() => raw.received().length >= 4)
    const base = Date.now() - 3_600_000
    const alarm = (n: number) =>
      publishPacket(topic, `{"code":"3001","type":24,"time":${base + n}}`, { qos: 0 })
    for (let n = 0; n < 10_000; n += 500)
      raw.send(...Array.from({ length: 500 }, (_, more) => alarm(n + more)))
    raw.send(publishPacket(topic, SOS, { id: 7 }))
    const other = await stage.device(quiet.imei, quiet.secret)
    await other.publishAsync(`sfwatch/${quiet.imei}/server`, SOS, { qos: 1 })
    await until(() => raw.received().length >= 8)
    expect([...raw.received().subarray(4, 8)]).toEqual([0x40, 2, 0, 7])
    const count = async (imei: string, type: string) => {
      const [row] = await stage.query<{ count: number }>(
        'select count(*)::int as count from alarm where imei = $1 and type = $2',
        [imei, type],
      )
      return row?.count ?? 0
    }
    expect([await count(quiet.imei, 'sos'), await count(flood.imei, 'sos')]).toEqual([1, 1])
    await until(() => stage.broker.ingest.counts().waiting === 0)
    const stored = await count(flood.imei, 'button')
    expect(stored).toBeGreaterThanOrEqual(500)
    // What the budget grew by while the flood came.
    expect(stored).toBeLessThan(2000)
    const { refused } = stage.broker.counts()
    expect(refused.budget).toBe(10_000 - stored)
    await stage.broker.ingest.refusals.flush()
    expect(
      await stage.query('select imei, reason from refused_message where imei = $1', [flood.imei]),
    ).toEqual([{ imei: flood.imei, reason: 'budget' }])
    expect(raw.isClosed()).toBe(false)
    raw.socket.destroy()
    await other.endAsync()
  })
})
