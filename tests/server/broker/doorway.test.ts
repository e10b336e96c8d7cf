// Before anybody is known: who waits where, who makes room, and who is looked up first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  createPlaces,
  createWaitingRoom,
  MOST_OF_A_PERSON,
  MOST_OF_A_SESSION,
} from '../../../server/broker/crowd.ts'
import { Crowded, createLookups, networkOf } from '../../../server/broker/lookups.ts'
import { connectPacket, packet, publishPacket, rawClient, subscribePacket } from './raw.ts'
import { type Stage, setStage, until } from './stage.ts'

describe('the waiting room', () => {
  const room = () => {
    const sent: string[] = []
    const { enter } = createWaitingRoom({ mostOfAnAddress: 2, mostInAll: 3 })
    return { sent, enter: (name: string, address = 'a') => enter(address, () => sent.push(name)) }
  }
  test('the one that was silent for longest makes room', () => {
    const { sent, enter } = room()
    for (const name of ['1', '2', '3']) enter(name)
    expect(sent).toEqual(['1'])
  })
  test('who is being judged stays; when all are, there is none', () => {
    const { sent, enter } = room()
    enter('1')?.speaks()
    enter('2')
    enter('3')?.speaks()
    expect(sent).toEqual(['2'])
    expect(enter('4')).toBeUndefined()
    expect(enter('5', 'b')).toBeDefined()
  })
  test('who is known or gone takes no place, once', () => {
    const { sent, enter } = room()
    const first = enter('1')
    first?.leave()
    first?.leave()
    enter('2')
    enter('3')
    expect(sent).toEqual([])
    enter('4')
    expect(sent).toEqual(['2'])
  })
  test('addresses together: the longest silent of all makes room', () => {
    const { sent, enter } = room()
    for (const [name, address] of [
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
      ['4', 'd'],
    ])
      enter(name ?? '', address)
    expect(sent).toEqual(['1'])
  })
})

describe('places of people', () => {
  const holder = (tokenHash: string, visitor = false) => ({ accountId: 1, visitor, tokenHash })
  test('one visitor’s connections take nothing from another visitor', () => {
    const places = createPlaces()
    for (let n = 0; n < MOST_OF_A_SESSION; n++) expect(places.enter(holder('one', true))).toBeDefined()
    expect(places.enter(holder('one', true))).toBeUndefined()
    for (let n = 0; n < MOST_OF_A_PERSON; n++) expect(places.enter(holder(`other ${n}`, true))).toBeDefined()
  })
  test('an account has some for all its sessions; a refusal takes none', () => {
    const places = createPlaces()
    const leaves = Array.from({ length: MOST_OF_A_PERSON }, (_, n) => places.enter(holder(`s${n % 5}`)))
    expect(leaves.every(Boolean)).toBe(true)
    expect(places.enter(holder('s9'))).toBeUndefined()
    leaves[0]?.()
    leaves[0]?.()
    expect(places.enter(holder('s9'))).toBeDefined()
    expect(places.enter(holder('s9'))).toBeUndefined()
  })
})

describe('look-ups', () => {
  const limits = { atOnce: 4, atOnceOfSuspects: 1, mostWaitingOfAnAddress: 50, mostWaiting: 100 }
  const stand = () => {
    let at = 0
    const lookups = createLookups(() => at, limits)
    const running: { name: string; end(found: boolean): void }[] = []
    const ask = (address: string, name: string) => {
      const asked = lookups.run(
        address,
        () =>
          new Promise<boolean>(resolve => {
            running.push({ name, end: resolve })
          }),
        found => !found,
      )
      asked.catch(() => {})
      return asked
    }
    const end = async (found: boolean) => {
      running.shift()?.end(found)
      await new Promise(resolve => setImmediate(resolve))
    }
    return {
      running,
      ask,
      end,
      names: () => running.map(({ name }) => name),
      fail: async (address: string) => {
        for (let n = 0; n < 30; n++) {
          void ask(address, 'bad')
          await end(false)
        }
      },
      wait: (ms: number) => {
        at += ms
      },
    }
  }
  test('few at a time, addresses in turn', async () => {
    const { ask, end, names } = stand()
    for (const name of ['1', '2', '3', '4', '5', '6']) void ask('a', name)
    void ask('b', 'other')
    expect(names()).toEqual(['1', '2', '3', '4'])
    await end(true)
    await end(true)
    expect(names()).toEqual(['3', '4', '5', 'other'])
  })
  test('an address that fails again and again waits behind the others, for a minute', async () => {
    const { ask, end, names, fail, wait } = stand()
    await fail('a')
    for (const name of ['1', '2']) void ask('a', name)
    expect(names()).toEqual(['1'])
    for (const name of ['3', '4', '5', '6']) void ask('b', name)
    await end(true)
    expect(names()).toEqual(['3', '4', '5', '6'])
    await end(true)
    expect(names()).toEqual(['4', '5', '6', '2'])
    wait(60_000)
    void ask('a', '7')
    await end(true)
    void ask('a', '8')
    await end(true)
    expect(names()).toEqual(['6', '2', '7', '8'])
  })
  test('who would wait for too long is turned away', async () => {
    const { ask } = stand()
    for (let n = 0; n < 54; n++) void ask('a', 'x')
    await expect(ask('a', 'x')).rejects.toThrow(Crowded)
    void ask('b', 'y')
  })
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))
})

describe('at the broker', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage()
  })
  afterAll(() => stage.stop())

  test('five hundred silent websockets shut nobody out, neither devices nor consoles', async () => {
    const silent = Array.from(
      { length: 520 },
      () => new WebSocket(`ws://127.0.0.1:${stage.httpPort}/mqtt`, 'mqtt'),
    )
    for (const socket of silent) socket.on('error', () => {})
    await until(() => silent.filter(({ readyState }) => readyState === WebSocket.CLOSED).length >= 20)
    const { imei, secret } = await stage.addDevice({})
    const device = await stage.device(imei, secret)
    const person = await stage.person(await stage.addPerson({}))
    await Promise.all([device.endAsync(), person.endAsync()])
    // They are closed by themselves, soon.
    await until(() => silent.every(({ readyState }) => readyState === WebSocket.CLOSED), 20_000)
  })

  test('one visitor’s connections do not shut out another visitor', async () => {
    const visitor = await stage.addPerson({ visitor: true })
    const clients = await Promise.all(Array.from({ length: 20 }, () => stage.person(visitor)))
    await expect(stage.person(visitor)).rejects.toThrow(/unavailable/i)
    const tokenHash = '7'.repeat(64)
    await stage.query(
      `insert into session (token_hash, account_id, tenant_id, created_at, seen_at, expires_at)
       select $1, account_id, tenant_id, created_at, seen_at, expires_at from session where account_id = $2 limit 1`,
      [Buffer.from(tokenHash, 'hex'), visitor.id],
    )
    const other = await stage.person({ id: visitor.id, tokenHash })
    await Promise.all([...clients, other].map(client => client.endAsync()))
  })

  const connack = async (raw: ReturnType<typeof rawClient>) => {
    await until(() => raw.received().length >= 4 || raw.isClosed())
    return [...raw.received().subarray(0, 4)]
  }
  test.each([
    ['a retained will', { will: { topic: 'sfwatch/1/server', payload: '{}', retain: true } }, 5],
    ['an empty user name', { username: '' }, 4],
    ['a user name with a line break', { username: '1\n' }, 4],
    ['a client id with a tab', { clientId: '\t' }, 2],
  ])('%s is answered', async (_, given, code) => {
    const { imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    raw.send(connectPacket({ clientId: imei, username: imei, password: secret, ...given }))
    expect(await connack(raw)).toEqual([0x20, 2, 0, code])
    await until(raw.isClosed)
  })
  test.each([
    ['NUL', { clientId: 'a\0' }],
    ['ill-formed UTF-8', { clientId: Buffer.from([0x61, 0xc3, 0x28]) }],
    ['a surrogate', { will: { topic: Buffer.from([0xed, 0xa0, 0x80]), payload: '{}' } }],
  ])('%s is not', async (_, given) => {
    const { imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    raw.send(connectPacket({ clientId: imei, username: imei, password: secret, ...given }))
    expect(await connack(raw)).toEqual([])
  })

  test('a character beyond the first 65,536 is one like any other', async () => {
    const { imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    raw.send(
      connectPacket({ clientId: `${imei}_😀`, username: imei, password: secret }),
      subscribePacket('sfwatch/😀/device', 1),
      subscribePacket(`sfwatch/${imei}/device`, 2),
    )
    await until(() => raw.received().length >= 14 || raw.isClosed())
    expect([...raw.received()]).toEqual([0x20, 2, 0, 0, 0x90, 3, 0, 1, 0x80, 0x90, 3, 0, 2, 1])
    raw.socket.destroy()
  })

  test('what is said before the answer to CONNECT waits for it, however many packets it is', async () => {
    const { id, imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    const base = Date.now() - 3_600_000
    const say = (n: number) =>
      publishPacket(
        `sfwatch/${imei}/server`,
        JSON.stringify({ code: '2001', seq: n, time: base + n, values: { steps: n } }),
        { id: n },
      )
    raw.send(
      connectPacket({ clientId: imei, username: imei, password: secret }),
      ...Array.from({ length: 3000 }, (_, n) => say(n + 1)),
      packet(0xc0, Buffer.alloc(0)),
    )
    await until(() => raw.received().length >= 4 + 3000 * 4 + 2 || raw.isClosed(), 20_000)
    const [row] = await stage.query<{ count: number }>(
      'select count(*)::int as count from reading where device_id = $1',
      [id],
    )
    expect([raw.isClosed(), row?.count]).toEqual([false, 3000])
    raw.socket.destroy()
  })

  test('who says all there is to say and leaves at once is heard', async () => {
    const { id, imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    const base = Date.now() - 60_000
    raw.send(connectPacket({ clientId: imei, username: imei, password: secret }))
    for (let n = 0; n < 50; n++)
      raw.send(
        publishPacket(
          `sfwatch/${imei}/server`,
          JSON.stringify({ code: '2001', time: base + n, values: { steps: n } }),
          { qos: 0 },
        ),
      )
    raw.socket.end()
    const stored = () => stage.query('select 1 from reading where device_id = $1', [id])
    await until(async () => (await stored()).length === 50)
    await until(raw.isClosed)
    await until(() => stage.broker.counts().devices === 0)
  })

  test('in pieces of a byte it is heard as well', async () => {
    const { imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    const bytes = Buffer.concat([
      connectPacket({ clientId: imei, username: imei, password: secret }),
      packet(0xc0, Buffer.alloc(0)),
      publishPacket(`sfwatch/${imei}/server`, '{"code":"1002"}', { id: 9 }),
    ])
    for (const byte of bytes) {
      raw.send(Buffer.of(byte))
      await new Promise(resolve => setImmediate(resolve))
    }
    await until(() => raw.received().length >= 10)
    expect([...raw.received()]).toEqual([0x20, 2, 0, 0, 0xd0, 0, 0x40, 2, 0, 9])
    raw.socket.destroy()
  })
})
