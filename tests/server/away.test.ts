// When the database goes away the server says so, keeps standing and comes back; a logout is over everywhere at once.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apart } from '../../server/db/transaction.ts'
import { takeAway } from './database-away.ts'
import { startServer, type TestServer } from './start.ts'

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

/** Rounds look every few seconds, each at its own moment. */
const LOOKED_AT_MS = 3_000

let server: TestServer
let mqttPort = 0
beforeAll(async () => {
  mqttPort = await freePort()
  server = await startServer({ MQTT_PORT: String(mqttPort) })
})
afterAll(() => server.stop())

interface BrokerConfig {
  username: string
  ticket: string
  clientIdPrefix: string
}

async function connect(address: string, token: string): Promise<MqttClient> {
  const answer = await server.call('/api/message/message/config', { token, body: {} })
  const { username, ticket, clientIdPrefix } = answer.data as BrokerConfig
  const client = mqtt.connect(address, {
    clientId: `${clientIdPrefix}${Math.random().toString(36).slice(2, 10)}`,
    username,
    password: ticket,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  await new Promise(resolve => client.once('connect', resolve))
  return client
}

test('after a logout the token is dead on HTTP, websocket and MQTT at once', async () => {
  const token = await server.logIn('admin')
  const clients = [
    await connect(`${server.url.replace('http', 'ws')}/mqtt`, token),
    await connect(`mqtt://127.0.0.1:${mqttPort}`, token),
  ]
  const gone = Promise.all(
    clients.map(client => new Promise<void>(resolve => client.once('close', () => resolve()))),
  )
  const unused = await server.call('/api/message/message/config', { token, body: {} })
  const began = Date.now()
  expect((await server.call('/api/auth/auth/logout', { token, body: {} })).code).toBe(0)
  expect(await server.call('/api/device/device/page', { token })).toMatchObject({ code: 208 })
  await gone
  // Not only when somebody looks who is still there, which is every half minute.
  expect(Date.now() - began).toBeLessThan(10_000)
  const { username, ticket, clientIdPrefix } = unused.data as BrokerConfig
  const late = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: `${clientIdPrefix}late`,
    username,
    password: ticket,
    reconnectPeriod: 0,
  })
  const refused = await new Promise<Error>(resolve => late.once('error', resolve))
  expect(refused.message).toMatch(/refused/i)
})

test('health is 503 while the database is away, calls say so without a stack, and both come back', async () => {
  const health = async () => {
    const answer = await fetch(`${server.url}/api/health`)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const probe = async (name: string) => (await fetch(`${server.url}/api/${name}`)).status
  const back = takeAway(Object.values(server.app.pools.of))
  // Long enough for rounds of the background to look, and to find nothing.
  await new Promise(resolve => setTimeout(resolve, LOOKED_AT_MS))
  expect(await health()).toMatchObject({ status: 503, body: { status: 'unavailable', database: 'away' } })
  // Started again it would only find the same database away.
  expect([await probe('live'), await probe('ready')]).toEqual([200, 503])
  const answer = await server.call('/api/device/device/page', { token: server.tokens.admin })
  expect(answer.status).toBe(503)
  expect(answer.code).not.toBe(0)
  expect(answer.code).not.toBe(208)
  expect(JSON.stringify(answer)).not.toMatch(/ECONNREFUSED|\.ts:|node_modules/)
  back()
  expect((await health()).status).toBe(200)
  expect(await probe('ready')).toBe(200)
})

test('a server that is told to stop says so first, and answers on', async () => {
  server.app.drain()
  const ready = await fetch(`${server.url}/api/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
  expect((await server.call('/api/device/device/page', { token: server.tokens.admin })).code).toBe(0)
})

test('a connection that breaks between two statements fails its own work, and nothing else', async () => {
  const work = server.sql(async sql => {
    const row = await sql.first<{ pid: number }>('select pg_backend_pid() as pid')
    await apart(() => server.sql(other => other.query('select pg_terminate_backend($1)', [row?.pid])))
    // Long enough for the news to arrive while nobody asks.
    await new Promise(resolve => setTimeout(resolve, 200))
    await sql.query('select 1')
  })
  await expect(work).rejects.toThrow()
  expect((await server.call('/api/device/device/page', { token: server.tokens.admin })).code).toBe(0)
})

test('a database that was killed is started again, and calls are answered', async () => {
  const { dataDir } = server.app.parts.config
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    async () => {
      expect(postmaster()).not.toBe(killed)
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    },
    { timeout: 30_000, interval: 20 },
  )
  expect((await server.call('/api/device/device/page', { token: server.tokens.admin })).code).toBe(0)
}, 40_000)
