// Two server processes over one database, each with a broker of its own: what is said at the one is heard at the other.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabaseCarrier, createPieces, piecesOf } from '../../../server/broker/database-carrier.ts'
import { type Bus, createBus } from '../../../server/bus.ts'
import { type Messaging, startMessaging } from '../../../server/messaging.ts'
import { createSessions } from '../../../server/modules/session/sessions.ts'
import { connectClient } from '../../mqtt-client.ts'
import { hear, log, type Stage, setStage, until, wordsKey } from './stage.ts'

let stage: Stage
let other: { broker: Messaging; bus: Bus; httpPort: number; stop(): Promise<void> }

async function startOther(): Promise<typeof other> {
  const bus = createBus(error => log.error(error))
  const server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const broker = await startMessaging({
    config: {
      port: 0,
      mqttPort: 0,
      host: '127.0.0.1',
      publicUrl: undefined,
      trustProxy: false,
      mqttUrl: undefined,
    },
    log,
    data: stage.data,
    bus,
    sessions: createSessions(stage.data, bus, { sessionIdleMinutes: 60, sessionHours: 1 }),
    ownerUrl: stage.ownerUrl,
    others: { databaseUrl: stage.appUrl, key: wordsKey, unsealedThere: () => false },
    server,
    now: stage.clock.now,
    stateEveryMs: 50,
    sweepEveryMs: 0,
  })
  const { port: httpPort } = server.address() as AddressInfo
  return {
    broker,
    bus,
    httpPort,
    stop: async () => {
      await broker.stop()
      server.close()
    },
  }
}

beforeAll(async () => {
  stage = await setStage({ shared: true })
  other = await startOther()
})
afterAll(async () => {
  await other.stop()
  await stage.stop()
})

const closing = (client: MqttClient) =>
  new Promise<void>(resolve => void client.once('close', () => resolve()))

const deviceThere = async (imei: string, secret: string) => {
  const client = await connectClient(`mqtt://127.0.0.1:${other.broker.port}`, {
    clientId: imei,
    username: imei,
    password: secret,
    reconnectPeriod: 0,
  })
  await client.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
  return client
}

test('a word longer than a notification crosses in pieces, in whatever order', () => {
  const text = JSON.stringify({ said: '火警 🔥 '.repeat(4000) })
  const pieces = piecesOf('me', 7, text)
  expect(pieces.length).toBeGreaterThan(3)
  expect(Math.max(...pieces.map(piece => Buffer.byteLength(piece)))).toBeLessThan(8000)
  const join = createPieces('you')
  const joined = pieces.reverse().map(join)
  expect(joined.slice(0, -1).every(word => word === undefined)).toBe(true)
  expect(JSON.parse(joined.at(-1) ?? '')).toEqual(JSON.parse(text))
  expect(createPieces('me')(pieces[0] ?? '')).toBeUndefined()
  expect(join('nonsense')).toBeUndefined()
})

test('an order reaches a device that is connected to the other process', async () => {
  const { imei, secret } = await stage.addDevice({})
  expect(stage.broker.listens(imei)).toBe(false)
  const device = await deviceThere(imei, secret)
  const heard = hear(device)
  await until(() => stage.broker.listens(imei))
  expect(await stage.broker.outlet().toDevice(imei, { code: '1101', time: 1 })).toBe(true)
  await until(() => heard.find(({ body }) => body.time === 1))
  await device.endAsync()
  await until(() => !stage.broker.listens(imei))
})

test('a console hears what a device says at the other process', async () => {
  const { imei, secret } = await stage.addDevice({})
  const person = await stage.person(await stage.addPerson({}))
  await person.subscribeAsync(`acm/tenant/${stage.tenants[0]}/state`)
  const heard = hear(person)
  const device = await deviceThere(imei, secret)
  await device.publishAsync(`sfwatch/${imei}/server`, JSON.stringify({ code: '1002', battery: 61 }), {
    qos: 1,
  })
  await until(() => heard.find(({ body }) => JSON.stringify(body).includes(imei)))
  await device.endAsync()
  await person.endAsync()
})

test('what a device says there crosses once a console of its tenant is here, and misses nothing from then on', async () => {
  // By now both know of each other that they hear words of tenants apart.
  stage.clock.advance(16_000)
  const { imei, secret } = await stage.addDevice({})
  const device = await deviceThere(imei, secret)
  const say = (battery: number) =>
    device.publishAsync(`sfwatch/${imei}/server`, JSON.stringify({ code: '1002', battery }), { qos: 1 })
  const carried: string[] = []
  const [common, ofTenant] = [
    connectDatabaseCarrier({ url: stage.ownerUrl, log }),
    connectDatabaseCarrier({ url: stage.ownerUrl, log }),
  ]
  const states = (text: string) => text.includes('"to":"tenant"')
  common.onSaid(text => void (states(text) && carried.push('to all')))
  ofTenant.onSaid(text => void (states(text) && carried.push('to the tenant')))
  await until(() => common.isUp() && ofTenant.isUp())
  await ofTenant.follow(stage.tenants[0])
  for (let round = 0; round < 5; round++) {
    const person = await stage.person(await stage.addPerson({}))
    const heard = hear(person)
    await person.subscribeAsync(`acm/tenant/${stage.tenants[0]}/state`)
    await say(50 + round)
    await until(() => heard.find(({ body }) => JSON.stringify(body).includes(`"battery":${50 + round}`)))
    await person.endAsync()
  }
  await until(() => carried.includes('to the tenant'))
  expect(carried).not.toContain('to all')
  await Promise.all([common.stop(), ofTenant.stop(), device.endAsync()])
})

test('who is connected there is reachable from here', async () => {
  const person = await stage.addPerson({})
  const console_ = await stage.person(person)
  await until(() => other.broker.connectedPeople().has(person.id))
  await console_.endAsync()
  await until(() => !other.broker.connectedPeople().has(person.id))
})

test('a session that ends there ends here within a second', async () => {
  const person = await stage.addPerson({})
  const console_ = await stage.person(person)
  const closed = closing(console_)
  const at = Date.now()
  other.bus.emit('session.ended', { tokenHashes: [person.tokenHash], accountId: person.id })
  await closed
  // Reviews come every 30 seconds: without the word it would take as long.
  expect(Date.now() - at).toBeLessThan(10_000)
})

test('a device that changes over is never offline, and its ghost is closed', async () => {
  const { id, imei, secret } = await stage.addDevice({ kind: 'wristband' })
  const goodbye = {
    topic: `sfwatch/${imei}/server`,
    payload: Buffer.from('{"code":"1003"}'),
    qos: 1 as const,
    retain: false,
  }
  const before = await stage.device(imei, secret, { clientId: imei, will: goodbye })
  await before.publishAsync(goodbye.topic, '{"code":"1001"}', { qos: 1 })
  const closed = closing(before)
  const after = await deviceThere(imei, secret)
  await closed
  await after.publishAsync(goodbye.topic, '{"code":"1002","battery":50}', { qos: 1 })
  const changes = await stage.query<{ online: boolean }>(
    'select online from online_change where device_id = $1 order by at',
    [id],
  )
  expect(changes).toEqual([{ online: true }])
  await after.endAsync()
})

test('a process that goes is forgotten at once', async () => {
  const third = await startOther()
  const { imei, secret } = await stage.addDevice({})
  const client = await connectClient(`mqtt://127.0.0.1:${third.broker.port}`, {
    clientId: imei,
    username: imei,
    password: secret,
    reconnectPeriod: 0,
  })
  await client.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
  await until(() => stage.broker.listens(imei))
  await third.stop()
  await until(() => !stage.broker.listens(imei))
  client.end(true)
})

test('a broken line comes back, and consoles come back to ask for what they missed', async () => {
  const { imei, secret } = await stage.addDevice({})
  const console_ = await stage.person(await stage.addPerson({}))
  const closed = closing(console_)
  await stage.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse peers'`,
  )
  await closed
  const device = await deviceThere(imei, secret)
  await until(() => stage.broker.listens(imei))
  await device.endAsync()
})
