// The ports of devices: whom a proxy speaks for, how many there are, how a crowd is let in, and MQTT of another version.
import { Buffer } from 'node:buffer'
import { connect } from 'node:net'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDevicePorts } from '../../../server/broker/device-ports.ts'
import { createPace } from '../../../server/broker/pace.ts'
import { MOST_HEADER_BYTES, readProxyHeader } from '../../../server/broker/proxy-header.ts'
import { createUnsentWatch } from '../../../server/broker/unsent.ts'
import { createLog } from '../../../server/log.ts'
import { connectPacket, rawClient } from './raw.ts'
import { type Stage, setStage, until } from './stage.ts'

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
/** A header of version 2. */
function binary(command: number, family: number, body: Buffer, claimed = body.length): Buffer {
  return Buffer.concat([SIGNATURE, Buffer.from([command, family, claimed >> 8, claimed & 255]), body])
}
const ports = Buffer.from([0x12, 0x34, 0x07, 0x5b])
const ipv4 = Buffer.concat([Buffer.from([203, 0, 113, 7, 10, 0, 0, 1]), ports])
const ipv6 = Buffer.concat([Buffer.from('20010db8000000000000000000000007', 'hex'), Buffer.alloc(16), ports])

describe('the header of a proxy', () => {
  test.each([
    ['PROXY TCP4 203.0.113.7 10.0.0.1 4660 1883\r\n', '203.0.113.7'],
    ['PROXY TCP6 2001:db8::7 ::1 4660 1883\r\n', '2001:db8::7'],
    ['PROXY UNKNOWN\r\n', undefined],
    ['PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n', undefined],
  ])('version 1: %j', (text, address) => {
    const bytes = Buffer.from(text)
    expect(
      readProxyHeader(Buffer.concat([bytes, connectPacket({ clientId: 'a', username: 'b', password: 'c' })])),
    ).toEqual({
      is: 'header',
      bytes: bytes.length,
      address,
    })
  })
  test.each([
    ['IPv4', binary(0x21, 0x11, ipv4), '203.0.113.7'],
    [
      'IPv4 with more behind it',
      binary(0x21, 0x11, Buffer.concat([ipv4, Buffer.from('0400020000', 'hex')])),
      '203.0.113.7',
    ],
    ['IPv6', binary(0x21, 0x21, ipv6), '2001:db8:0:0:0:0:0:7'],
    ['its own connection', binary(0x20, 0x00, Buffer.alloc(0)), undefined],
    ['no family', binary(0x21, 0x00, Buffer.alloc(0)), undefined],
  ])('version 2: %s', (_, bytes, address) => {
    expect(readProxyHeader(bytes)).toEqual({ is: 'header', bytes: bytes.length, address })
    for (let length = 0; length < bytes.length; length++)
      expect(readProxyHeader(bytes.subarray(0, length))).toEqual({ is: 'more' })
  })
  test.each([
    ['something else', connectPacket({ clientId: 'a', username: 'b', password: 'c' }), 'missing'],
    ['a name of the other family', Buffer.from('PROXY TCP4 ::1 ::1 1 2\r\n'), 'malformed'],
    ['no address', Buffer.from('PROXY TCP4 localhost 10.0.0.1 1 2\r\n'), 'malformed'],
    ['a port beyond', Buffer.from('PROXY TCP4 1.2.3.4 1.2.3.4 1 65536\r\n'), 'malformed'],
    ['one word too many', Buffer.from('PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n'), 'malformed'],
    ['a text without end', Buffer.from('PROXY TCP4 '.padEnd(108, '1')), 'tooLong'],
    ['an end that comes too late', Buffer.from(`PROXY UNKNOWN ${'x'.repeat(100)}\r\n`), 'tooLong'],
    ['an unknown command', binary(0x22, 0x11, ipv4), 'malformed'],
    ['another version', binary(0x11, 0x11, ipv4), 'malformed'],
    ['a socket of a file', binary(0x21, 0x31, Buffer.alloc(216)), 'malformed'],
    ['too short for its family', binary(0x21, 0x11, ipv4.subarray(0, 8)), 'malformed'],
    ['more than anybody sends', binary(0x21, 0x11, ipv4, MOST_HEADER_BYTES), 'tooLong'],
  ])('refused: %s', (_, bytes, why) => {
    expect(readProxyHeader(bytes)).toEqual({ is: 'bad', why })
  })
})

describe('behind a proxy', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage({ edge: { mqttProxies: ['127.0.0.0/8'] } })
  })
  afterAll(() => stage.stop())

  const knock = async (...packets: Buffer[]) => {
    const raw = rawClient(stage.broker.port)
    for (const packet of packets) {
      raw.send(packet)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    await until(() => raw.isClosed() || raw.received().length >= 4)
    raw.socket.destroy()
    return raw.received()[3]
  }
  const header = (address: string) => Buffer.from(`PROXY TCP4 ${address} 10.0.0.1 4660 1883\r\n`)
  const refused = () => stage.broker.counts().refused

  test('a device is let in after its header, in one piece and byte by byte', async () => {
    const { imei, secret } = await stage.addDevice({})
    const connect = connectPacket({ clientId: imei, username: imei, password: secret })
    expect(await knock(Buffer.concat([header('203.0.113.7'), connect]))).toBe(0)
    expect(await knock(binary(0x21, 0x11, ipv4), connect)).toBe(0)
    const bytes = [...Buffer.concat([header('203.0.113.7'), connect])].map(byte => Buffer.from([byte]))
    expect(await knock(...bytes)).toBe(0)
  })
  test('the audit log has the device’s address, and a guesser behind the proxy keeps nobody else out', async () => {
    const { id, imei, secret } = await stage.addDevice({})
    const guess = connectPacket({ clientId: imei, username: imei, password: 'wrong' })
    for (let n = 0; n < 35; n++) await knock(Buffer.concat([header('203.0.113.66'), guess]))
    expect(await knock(Buffer.concat([header('203.0.113.66'), guess]))).toBe(3)
    const right = connectPacket({ clientId: imei, username: imei, password: secret })
    expect(await knock(Buffer.concat([header('203.0.113.7'), right]))).toBe(0)
    await stage.broker.audit.flush()
    const rows = await stage.query<{ address: string }>(
      'select distinct address from audit where row_id = $1 and entity = $2',
      [id, 'device'],
    )
    expect(rows).toEqual([{ address: '203.0.113.66' }])
  })
  test('no header, a broken one and an endless one are closed without a word', async () => {
    const { imei, secret } = await stage.addDevice({})
    const connect = connectPacket({ clientId: imei, username: imei, password: secret })
    expect(await knock(connect)).toBeUndefined()
    expect(await knock(Buffer.from('PROXY TCP4 1.2.3.4 nobody 1 2\r\n'), connect)).toBeUndefined()
    expect(await knock(Buffer.from('PROXY TCP4 '.padEnd(300, '1')))).toBeUndefined()
    expect(refused()).toMatchObject({
      'connect.proxy.missing': 1,
      'connect.proxy.malformed': 1,
      'connect.proxy.tooLong': 1,
    })
  })
  test('a header that does not come ends the connection', async () => {
    const raw = rawClient(stage.broker.port)
    raw.send(Buffer.from('PROXY TCP4 203.'))
    await raw.closed
    expect(refused()).toMatchObject({ 'connect.proxy.slow': 1 })
  })
})

test('a header from anybody else is not believed, and one that was not asked for is none', async () => {
  const stage = await setStage({ edge: { mqttProxies: ['192.0.2.0/24'] } })
  const plain = await setStage()
  try {
    for (const each of [stage, plain]) {
      const { imei, secret } = await each.addDevice({})
      const raw = rawClient(each.broker.port)
      raw.send(
        Buffer.from('PROXY TCP4 203.0.113.7 10.0.0.1 4660 1883\r\n'),
        connectPacket({ clientId: imei, username: imei, password: secret }),
      )
      await raw.closed
      expect(raw.received()).toHaveLength(0)
    }
    expect(stage.broker.counts().refused).toMatchObject({ 'connect.proxy.untrusted': 1 })
  } finally {
    await stage.stop()
    await plain.stop()
  }
})

describe('the pace', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a second’s worth starts at once, the others as time goes', () => {
    const pace = createPace(100, Date.now)
    let started = 0
    for (let n = 0; n < 350; n++) pace.enter(`10.0.${n >> 8}.${n & 255}`, () => started++)
    expect(started).toBe(100)
    vi.advanceTimersByTime(1_000)
    expect(started).toBeGreaterThan(190)
    expect(started).toBeLessThanOrEqual(200)
    vi.advanceTimersByTime(2_000)
    expect(started).toBe(350)
    expect(pace.waiting()).toBe(0)
  })
  test('time in which the process was busy lets nobody in', () => {
    let at = 0
    const pace = createPace(100, () => at)
    let started = 0
    for (let n = 0; n < 350; n++) pace.enter('10.0.0.1', () => started++)
    at += 10_000
    vi.advanceTimersByTime(20)
    expect(started).toBe(104)
    pace.stop()
  })
  test('addresses take turns: a crowd of one keeps nobody else waiting', () => {
    const pace = createPace(100, Date.now)
    const started: string[] = []
    for (let n = 0; n < 400; n++) pace.enter('10.0.0.1', () => started.push('crowd'))
    pace.enter('10.0.0.2', () => started.push('one'))
    vi.advanceTimersByTime(40)
    expect(started).toContain('one')
    expect(started.length).toBeLessThan(110)
    pace.stop()
  })
})

describe('many at once', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage({ edge: { mqttMostConnections: 150, mqttConnectsPerSecond: 40 } })
  })
  afterAll(() => stage.stop())

  test('are let in at the pace, while one that is in is stored as it speaks', async () => {
    const speaker = await stage.addDevice({})
    const client = await stage.device(speaker.imei, speaker.secret)
    const { imei, secret } = await stage.addDevice({})
    const begun = performance.now()
    const crowd = Array.from({ length: 120 }, (_, n) => {
      const raw = rawClient(stage.broker.port)
      raw.send(connectPacket({ clientId: `${imei}_${n}`, username: imei, password: secret }))
      return raw
    })
    const inside = () => crowd.filter(raw => raw.received().length >= 4).length
    await until(() => stage.broker.counts().ports.inLine > 0)
    let spoken = 0
    while (inside() < crowd.length) {
      await client.publishAsync(`sfwatch/${speaker.imei}/server`, '{"code":"1002"}', { qos: 1 })
      spoken++
      expect(inside()).toBeLessThanOrEqual(40 + Math.ceil(((performance.now() - begun) / 1000) * 40))
      if (crowd.some(raw => raw.isClosed())) throw new Error('One of the crowd was turned away')
    }
    // The last of them needs two seconds of the pace: the speaker was not kept waiting for it.
    expect(spoken).toBeGreaterThan(5)
    for (const raw of crowd) raw.socket.destroy()
    await client.endAsync()
    await until(() => stage.broker.counts().ports.open === 0)
  })
  test('more than there is room for are closed, and whoever is in stays', async () => {
    const { imei, secret } = await stage.addDevice({})
    const client = await stage.device(imei, secret)
    const others = Array.from({ length: 160 }, () => rawClient(stage.broker.port))
    await until(() => others.filter(raw => raw.isClosed()).length >= 11)
    expect(stage.broker.counts().ports).toMatchObject({ open: 150, most: 150 })
    expect(stage.broker.counts().refused['connect.full']).toBe(11)
    await client.publishAsync(`sfwatch/${imei}/server`, '{"code":"1002"}', { qos: 1 })
    for (const raw of others) raw.socket.destroy()
    await client.endAsync()
  })
})

test.skipIf(process.platform !== 'linux')(
  'the port without TLS may be at an address of its own (skipped: only Linux has two loopback addresses)',
  async () => {
    const accepted: string[] = []
    const ports = createDevicePorts({
      config: {
        mqttTls: undefined,
        mqttProxies: undefined,
        mqttMostConnections: 10,
        mqttConnectsPerSecond: 100,
      },
      log: createLog({ logLevel: 'silent' }),
      now: Date.now,
      unsent: createUnsentWatch(),
      accept: (_link, _kind, address) => void accepted.push(address),
      clientsChanged: () => undefined,
      turnedAway: () => undefined,
    })
    const { tcp } = await ports.listen(0, '127.0.0.1', '127.0.0.2')
    const knock = (host: string) =>
      new Promise<string>(resolve => {
        const socket = connect({ host, port: tcp }, () => {
          resolve('open')
          socket.destroy()
        })
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'))
      })
    expect([await knock('127.0.0.1'), await knock('127.0.0.2')]).toEqual(['ECONNREFUSED', 'open'])
    await until(() => accepted.length > 0)
    ports.close()
    ports.stop()
  },
)

test('who speaks MQTT 5 is told in the words of MQTT 5 that this broker does not', async () => {
  const stage = await setStage()
  try {
    const { imei, secret } = await stage.addDevice({})
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: stage.broker.port,
      protocolVersion: 5,
      clientId: imei,
      username: imei,
      password: secret,
      reconnectPeriod: 0,
    })
    const error = await new Promise<Error & { code?: number }>(resolve => client.once('error', resolve))
    expect(error.code).toBe(0x84)
    expect(stage.broker.counts().refused).toMatchObject({ 'connect.version': 1 })
    client.end(true)
  } finally {
    await stage.stop()
  }
})
