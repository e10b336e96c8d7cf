// One client id is one connection, and one that is gone is nowhere: not counted, not listening, not spoken for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPacket, packet, publishPacket, type RawClient, rawClient, subscribePacket } from './raw.ts'
import { type Stage, setStage, until } from './stage.ts'

/** ROUNDS makes a longer run of it. */
const ROUNDS = Number(process.env.ROUNDS ?? 300)

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const opened = () => {
  const raw = rawClient(stage.broker.port)
  return new Promise<RawClient>(resolve => raw.socket.once('connect', () => resolve(raw)))
}
const ACCEPTED = Buffer.from([0x20, 2, 0, 0])
const isIn = (raw: RawClient) => raw.received().subarray(0, 4).equals(ACCEPTED)
/** CONNACK and the answer to a subscription. */
const listens = (raw: RawClient) => raw.received().length >= 9
const closed = (raw: RawClient) => until(raw.isClosed)

async function aDevice() {
  const { id, imei, secret } = await stage.addDevice({})
  const orders = `sfwatch/${imei}/device`
  const connect = (more: Partial<Parameters<typeof connectPacket>[0]> = {}) =>
    connectPacket({ clientId: imei, username: imei, password: secret, ...more })
  return {
    id,
    imei,
    secret,
    orders,
    connect,
    hello: () => [connect(), subscribePacket(orders)] as const,
    state: async () => {
      const [row] = await stage.query<{ state: string }>(
        'select state from device_state where device_id = $1',
        [id],
      )
      return row?.state
    },
  }
}
const nobody = () => until(() => stage.broker.counts().devices === 0)

/**
 * Closing takes a subscription out of the broker's book, which takes a moment: `work` runs in the middle of it, and the
 * book is written on when somebody has knocked and was let in as far as they come.
 */
async function whileClosing(close: () => void, work: () => void): Promise<void> {
  const { aedes } = stage.broker.embedded
  const book: { removeListener(topic: string, ...rest: unknown[]): unknown } = Reflect.get(aedes, 'mq')
  const { removeListener } = book
  const { authenticate } = aedes
  const held: (() => void)[] = []
  const knocked = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  book.removeListener = (topic, ...rest) => {
    held.push(() => removeListener.call(book, topic, ...rest))
    begun.resolve()
  }
  aedes.authenticate = (...given) => {
    knocked.resolve()
    authenticate(...given)
  }
  close()
  await begun.promise
  work()
  await knocked.promise
  for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve))
  Object.assign(book, { removeListener })
  Object.assign(aedes, { authenticate })
  for (const each of held) each()
}

describe('while the old connection closes', () => {
  test('the next one counts, listens, and leaves nothing behind', async () => {
    const device = await aDevice()
    const old = await opened()
    old.send(...device.hello())
    await until(() => listens(old))
    const next = await opened()
    await whileClosing(
      () => old.socket.destroy(),
      () => next.send(...device.hello()),
    )
    await until(() => listens(next))
    expect(stage.broker.counts().devices).toBe(1)
    next.socket.destroy()
    await nobody()
    expect(stage.broker.embedded.listens(device.imei)).toBe(false)
    expect(await stage.broker.outlet().toDevice(device.imei, { code: '1101', time: 1 })).toBe(false)
  })

  test('of two that come at once one stays', async () => {
    const device = await aDevice()
    const old = await opened()
    old.send(...device.hello())
    await until(() => listens(old))
    const both = await Promise.all([opened(), opened()])
    await whileClosing(
      () => old.socket.destroy(),
      () => {
        for (const each of both) each.send(...device.hello())
      },
    )
    await until(() => both.some(each => each.isClosed()) && both.some(listens))
    expect(both.filter(each => !each.isClosed())).toHaveLength(1)
    expect(stage.broker.counts().devices).toBe(1)
    for (const each of both) each.socket.destroy()
    await nobody()
  })
})

test('whoever goes while being let in leaves nothing behind', async () => {
  const device = await aDevice()
  const { aedes } = stage.broker.embedded
  const before = aedes.connectedClients
  for (let round = 0; round < 20; round++) {
    const raw = await opened()
    const { authenticate } = aedes
    const inside = Promise.withResolvers<void>()
    // The connection is cut between the yes and the entry into the broker's own list.
    aedes.authenticate = (client, name, password, done) =>
      authenticate(client, name, password, (error, yes) => {
        client.conn.destroy()
        client.close()
        done(error, yes)
        inside.resolve()
      })
    raw.send(device.connect({ clientId: `${device.imei}_${round}` }))
    await inside.promise
    Object.assign(aedes, { authenticate })
    await closed(raw)
  }
  await nobody()
  expect(aedes.connectedClients).toBe(before)
})

test('an UNSUBSCRIBE ends listening, and what was sent to nobody is not taken for sent', async () => {
  const device = await aDevice()
  const raw = await opened()
  raw.send(...device.hello())
  await until(() => listens(raw))
  expect(stage.broker.embedded.listens(device.imei)).toBe(true)
  const before = raw.received().length
  const filter = Buffer.from(device.orders)
  raw.send(
    packet(0xa2, Buffer.concat([Buffer.from([0, 2, filter.length >> 8, filter.length & 255]), filter])),
  )
  await until(() => raw.received().length === before + 4)
  expect(stage.broker.embedded.listens(device.imei)).toBe(false)
  expect(await stage.broker.outlet().toDevice(device.imei, { code: '1101', time: 1 })).toBe(false)
  raw.send(subscribePacket(device.orders, 3))
  await until(() => stage.broker.embedded.listens(device.imei))
  raw.socket.destroy()
  await nobody()
})

describe('the will', () => {
  const goodbye = (device: { imei: string }) => ({
    topic: `sfwatch/${device.imei}/server`,
    payload: '{"code":"1003"}',
  })
  const alive = (device: { imei: string }) =>
    publishPacket(`sfwatch/${device.imei}/server`, '{"code":"1002"}')

  test('of a connection that another one took over is no goodbye', async () => {
    const device = await aDevice()
    const old = await opened()
    old.send(device.connect({ will: goodbye(device) }), alive(device))
    await until(async () => (await device.state()) === 'online')
    const next = await opened()
    next.send(device.connect({ will: goodbye(device) }))
    await closed(old)
    await until(() => isIn(next))
    // What was taken before is stored before: this one comes after the goodbye, if there was any.
    const other = await aDevice()
    const witness = await opened()
    witness.send(other.connect(), alive(other))
    await until(async () => (await other.state()) === 'online')
    expect(await device.state()).toBe('online')
    next.socket.destroy()
    await until(async () => (await device.state()) === 'offline')
    witness.socket.destroy()
    await nobody()
  })

  test('of a connection beside another one of the device is no goodbye', async () => {
    const device = await aDevice()
    const [old, next] = [await opened(), await opened()]
    old.send(device.connect({ clientId: `${device.imei}_1`, will: goodbye(device) }), alive(device))
    await until(async () => (await device.state()) === 'online')
    next.send(device.connect({ clientId: `${device.imei}_2`, will: goodbye(device) }))
    await until(() => isIn(next))
    old.socket.destroy()
    await until(() => stage.broker.counts().devices === 1)
    const other = await aDevice()
    const witness = await opened()
    witness.send(other.connect(), alive(other))
    await until(async () => (await other.state()) === 'online')
    expect(await device.state()).toBe('online')
    next.socket.destroy()
    witness.socket.destroy()
    await until(async () => (await device.state()) === 'offline')
    await nobody()
  })

  test('with an alarm is heard also when another connection took over', async () => {
    const device = await aDevice()
    const old = await opened()
    const will = { topic: `sfwatch/${device.imei}/server`, payload: '{"code":"3001","type":15}' }
    old.send(device.connect({ will }))
    await until(() => isIn(old))
    const next = await opened()
    next.send(device.connect())
    await until(() => isIn(next))
    await until(async () => (await stage.query('select 1 from alarm where imei = $1', [device.imei])).length)
    next.socket.destroy()
    await nobody()
  })
})

test(`${ROUNDS} times back while the old socket closes: nothing is left of the old ones`, async () => {
  const device = await aDevice()
  let now = await opened()
  now.send(...device.hello())
  await until(() => listens(now))
  for (let round = 0; round < ROUNDS; round++) {
    const next = await opened()
    // Both are under way at the same time, by a different distance in each round.
    if (round % 3 === 0) next.send(...device.hello())
    now.socket.destroy()
    if (round % 3 === 1) next.send(...device.hello())
    if (round % 3 === 2) setImmediate(() => next.send(...device.hello()))
    await until(() => listens(next) || next.isClosed())
    expect([round, next.isClosed()]).toEqual([round, false])
    now = next
  }
  await until(() => stage.broker.counts().devices === 1)
  expect(stage.broker.embedded.listens(device.imei)).toBe(true)
  now.socket.destroy()
  await nobody()
  expect(stage.broker.embedded.listens(device.imei)).toBe(false)
})

test('two that connect at the same time under one client id: one of them stays', async () => {
  const device = await aDevice()
  let old: RawClient | undefined
  for (let round = 0; round < ROUNDS / 3; round++) {
    const both = await Promise.all([opened(), opened()])
    for (const each of both) each.send(...device.hello())
    await until(() => both.some(each => each.isClosed()) && both.some(each => listens(each)))
    const left = both.filter(each => !each.isClosed())
    expect([round, left.length]).toEqual([round, 1])
    if (old) await closed(old)
    old = left[0]
    await until(() => stage.broker.counts().devices === 1)
  }
  old?.socket.destroy()
  await nobody()
})

test('two that take over from a third while each is looked up for as long as it takes: one of them stays', async () => {
  const devices = await Promise.all(Array.from({ length: 10 }, aDevice))
  const book = stage.broker.ingest.devices
  const { find } = book
  book.find = async imeis => {
    await stage.query('select pg_sleep($1)', [Math.random() / 50])
    return find(imeis)
  }
  await Promise.all(
    devices.map(async device => {
      for (let round = 0; round < ROUNDS / 30; round++) {
        const [old, ...both] = [await opened(), await opened(), await opened()]
        old.send(...device.hello())
        await until(() => listens(old))
        for (const each of both) each.send(...device.hello())
        await until(() => old.isClosed() && both.some(each => each.isClosed()) && both.some(listens))
        expect([round, both.filter(each => !each.isClosed()).length]).toEqual([round, 1])
        for (const each of both) each.socket.destroy()
        await until(() => both.every(each => each.isClosed()))
      }
    }),
  )
  Object.assign(book, { find })
  await nobody()
  expect(devices.some(({ imei }) => stage.broker.embedded.listens(imei))).toBe(false)
})
