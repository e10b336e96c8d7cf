// Whoever does not read is let go within bounds, and nobody else waits for them.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createUnsentWatch } from '../../../server/broker/unsent.ts'
import { connectPacket, type RawClient, rawClient, subscribePacket } from './raw.ts'
import { hear, type Stage, setStage, until } from './stage.ts'

const MOST = 1024 * 1024
const PATIENCE_MS = 20_000

let stage: Stage
beforeAll(async () => {
  stage = await setStage({
    unsent: { mostOfOne: MOST, mostOfAll: 64 * MOST, fair: 65_536, longestMs: 60_000 },
  })
})
afterAll(() => stage.stop())

/** Subscribes, and reads nothing from then on. */
async function stalled(connect: Parameters<typeof connectPacket>[0], topic: string): Promise<RawClient> {
  const raw = rawClient(stage.broker.port)
  raw.send(connectPacket(connect), subscribePacket(topic))
  await until(() => raw.received().length >= 9)
  raw.socket.pause()
  return raw
}
const text = 'x'.repeat(16_384)
const ended = (raws: RawClient[]) => {
  for (const raw of raws) raw.socket.destroy()
}

test('consoles that do not read are let go, and another one hears everything meanwhile', {
  timeout: 60_000,
}, async () => {
  const raws = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { clientId, username, password } = await stage.credentials(await stage.addPerson({}))
      return stalled(
        { clientId: String(clientId), username: String(username), password: String(password) },
        'acm/notice/web',
      )
    }),
  )
  const healthy = await stage.person(await stage.addPerson({}))
  await healthy.subscribeAsync('acm/notice/web', { qos: 1 })
  const heard = hear(healthy)
  expect(stage.broker.counts().people).toBe(4)
  let most = 0
  let longest = 0
  for (let n = 0; n < 3000; n++) {
    const at = performance.now()
    stage.broker
      .outlet()
      .toAll({ tenantId: stage.tenants[0], departmentId: 'any' }, { code: '9003', n, text })
    if (n % 10 !== 9) continue
    await until(() => heard.length > n, PATIENCE_MS)
    longest = Math.max(longest, performance.now() - at)
    most = Math.max(most, stage.broker.embedded.unsent.waiting())
  }
  if (process.env.FIGURES)
    console.info(`longest wait of the reading console ${Math.round(longest)} ms, most unsent ${most}`)
  expect(heard.map(({ body }) => body.n)).toEqual(Array.from({ length: 3000 }, (_, n) => n))
  await until(() => stage.broker.counts().people === 1)
  expect(most).toBeLessThan(5 * MOST)
  await until(() => stage.broker.embedded.unsent.waiting() === 0)
  const { unsent } = stage.broker.counts()
  expect(unsent).toMatchObject({ bytes: 0, connections: 0, behind: 0 })
  expect(unsent.cut.slow + unsent.cut.still).toBe(3)
  // They are told by the end of the connection, as soon as they look.
  for (const raw of raws) raw.socket.resume()
  await until(() => raws.every(raw => raw.isClosed()))
  await healthy.endAsync()
})

test('a device that does not read no longer listens, and others get their orders meanwhile', {
  timeout: 60_000,
}, async () => {
  const [deaf, other] = [await stage.addDevice({}), await stage.addDevice({})]
  const raw = await stalled(
    { clientId: deaf.imei, username: deaf.imei, password: deaf.secret },
    `sfwatch/${deaf.imei}/device`,
  )
  const client = await stage.device(other.imei, other.secret)
  await client.subscribeAsync(`sfwatch/${other.imei}/device`, { qos: 1 })
  const heard = hear(client)
  const order = (id: number) => ({ code: '6001', id, kind: 'speak', input: { text }, expiresAt: 1 }) as const
  const { embedded } = stage.broker
  for (let id = 1; embedded.listens(deaf.imei); id++) {
    void stage.broker.outlet().toDevice(deaf.imei, order(id))
    if (id % 100 !== 0) continue
    const before = heard.length
    expect(await stage.broker.outlet().toDevice(other.imei, order(id))).toBe(true)
    await until(() => heard.length > before, PATIENCE_MS)
  }
  expect(await stage.broker.outlet().toDevice(deaf.imei, order(1))).toBe(false)
  ended([raw])
  await client.endAsync()
})

test('a console on a websocket that does not read is let go as well', { timeout: 60_000 }, async () => {
  const { clientId, username, password } = await stage.credentials(await stage.addPerson({}))
  const slow = new WebSocket(`ws://127.0.0.1:${stage.httpPort}/mqtt`, 'mqtt')
  await once(slow, 'open')
  let received = 0
  slow.on('message', (data: Buffer) => {
    received += data.length
  })
  slow.send(
    Buffer.concat([
      connectPacket({ clientId: String(clientId), username: String(username), password: String(password) }),
      subscribePacket('acm/notice/web'),
    ]),
  )
  await until(() => received >= 9)
  slow.pause()
  for (let n = 0; stage.broker.counts().people > 0; n++) {
    stage.broker
      .outlet()
      .toAll({ tenantId: stage.tenants[0], departmentId: 'any' }, { code: '9003', n, text })
    if (n % 50 === 0) await new Promise(resolve => setImmediate(resolve))
    if (n > 20_000) throw new Error('It is still there')
  }
  expect(stage.broker.embedded.unsent.waiting()).toBe(0)
  slow.terminate()
})

test('who is behind and who was cut is counted; full is told for a minute', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  try {
    const watch = createUnsentWatch({ mostOfOne: 100, mostOfAll: 150, fair: 40, longestMs: 1000 })
    const [big, small] = [watch.follow(() => {}), watch.follow(() => {})]
    big.goes(100)
    const left = small.goes(20)
    expect(watch.counts()).toEqual({
      bytes: 120,
      connections: 2,
      behind: 1,
      cut: { slow: 0, crowded: 0, still: 0 },
    })
    expect(watch.fullSince()).toBeUndefined()
    const third = watch.follow(() => {})
    third.goes(41)
    expect(watch.counts()).toMatchObject({ bytes: 120, connections: 2, cut: { crowded: 1 } })
    expect(watch.fullSince()).toBe(1_000_000)
    left()
    expect(watch.counts()).toMatchObject({ bytes: 100, connections: 1 })
    vi.advanceTimersByTime(999)
    big.goes(1)
    expect(watch.counts()).toMatchObject({ bytes: 0, connections: 0, cut: { slow: 1, crowded: 1 } })
    vi.advanceTimersByTime(59_001)
    expect(watch.fullSince()).toBe(1_000_000)
    vi.advanceTimersByTime(1)
    expect(watch.fullSince()).toBeUndefined()
    watch.follow(() => {}).goes(1)
    vi.advanceTimersByTime(1000)
    expect(watch.counts().cut).toEqual({ slow: 1, crowded: 1, still: 1 })
    // Full anew: a time of its own.
    for (let n = 0; n < 4; n++) watch.follow(() => {}).goes(40)
    expect(watch.fullSince()).toBe(1_061_001)
  } finally {
    vi.useRealTimers()
  }
})

test('bytes that do not leave are waited for a while and no longer; those that leave start it anew', () => {
  vi.useFakeTimers()
  try {
    const watch = createUnsentWatch({ mostOfOne: 100, mostOfAll: 150, fair: 40, longestMs: 1000 })
    const dropped: string[] = []
    const one = watch.follow(() => dropped.push('one'))
    const first = one.goes(10)
    one.goes(10)
    vi.advanceTimersByTime(900)
    first()
    vi.advanceTimersByTime(900)
    expect([dropped, watch.waiting()]).toEqual([[], 10])
    vi.advanceTimersByTime(100)
    expect([dropped, watch.waiting()]).toEqual([['one'], 0])
    // Nothing waits: nothing is late.
    const idle = watch.follow(() => dropped.push('idle'))
    idle.goes(5)()
    vi.advanceTimersByTime(10_000)
    idle.goes(5)
    vi.advanceTimersByTime(999)
    expect(dropped).toEqual(['one'])
    idle.ends()
    // Together they have more than all may have: the one with more than its share goes.
    const [big, small] = [watch.follow(() => dropped.push('big')), watch.follow(() => dropped.push('small'))]
    big.goes(100)
    small.goes(40)
    small.goes(0)
    expect(dropped).toEqual(['one'])
    const third = watch.follow(() => dropped.push('third'))
    third.goes(30)
    expect(dropped).toEqual(['one'])
    third.goes(11)
    expect(dropped).toEqual(['one', 'third'])
    big.goes(1)
    expect(dropped).toEqual(['one', 'third', 'big'])
    expect(watch.waiting()).toBe(40)
  } finally {
    vi.useRealTimers()
  }
})
