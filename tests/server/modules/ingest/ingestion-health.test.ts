// Health says since when and why messages of devices are not stored, and that they are again.
import Fastify from 'fastify'
import mqtt from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mountHealth } from '../../../../server/http/health.ts'
import { createTroubles } from '../../../../server/modules/ingest/troubles.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ MQTT_PORT: '0' })
})
afterAll(() => server.stop())

test('a device that fails is not forgotten because others get through', () => {
  let at = 1000
  const troubles = createTroubles(() => at)
  troubles.failed('1', '42')
  at = 2000
  troubles.failed('2', 'P0')
  expect(troubles.current()).toEqual({ since: 1000, reason: 'P0', devices: 2, nothingGoes: true })
  at = 3000
  troubles.went('3')
  expect(troubles.current()).toMatchObject({ since: 1000, devices: 2, nothingGoes: false })
  troubles.went('1')
  expect(troubles.current()).toMatchObject({ since: 2000, devices: 1 })
  // It has not tried again for long.
  at += 16 * 60_000
  expect(troubles.current()).toBeUndefined()
  // Work of the server's own goes under a word: it is no device, and does not prove that messages get through.
  troubles.failed('silence', '42')
  expect(troubles.current()).toMatchObject({ devices: 0, nothingGoes: false })
})

test('health says that more waits to be sent than there is room for, and that the clock is off', async () => {
  const app = Fastify()
  let full: number | undefined = 1000
  let aheadMs: number | undefined
  mountHealth(app, {
    draining: () => false,
    version: '1',
    startedAt: Date.now(),
    data: server.app.pools.probe,
    sessions: server.app.parts.sessions,
    broker: () => true,
    ingestion: () => undefined,
    clock: { aheadMs: () => aheadMs },
    deviceTls: () => undefined,
    consoleTls: () => undefined,
    auditLog: () => undefined,
    backup: async () => ({ status: 'off' }),
    jobs: async () => ({ status: 'ok', late: 0, failing: 0, dead: 0 }),
    outboundFull: () => full,
    cameras: () => ({ media: 'idle', fetched: 0, views: 0 }),
    evidenceKey: '0'.repeat(64),
    conferences: () => ({ media: 'idle', rooms: 0, participants: 0 }),
    traffic: () => undefined,
    pools: () => ({}),
  })
  const health = async () => {
    const answer = await app.inject('/api/health')
    return { status: answer.statusCode, body: answer.json() }
  }
  // Whoever asks whether to send callers elsewhere need not: what is said here still arrives.
  expect(await health()).toMatchObject({
    status: 200,
    body: { status: 'failing', outbound: { status: 'full', since: 1000 }, ingestion: { status: 'ok' } },
  })
  full = undefined
  expect(await health()).toMatchObject({ body: { status: 'ok', outbound: { status: 'ok' } } })
  aheadMs = -600_000
  expect(await health()).toMatchObject({
    status: 200,
    body: { status: 'failing', clock: { status: 'off', aheadMs } },
  })
  aheadMs = 900
  expect(await health()).toMatchObject({ body: { status: 'ok', clock: { status: 'ok' } } })
  await app.close()
})

test('health says that messages are not stored, why, and since when', async () => {
  const health = async () => {
    const answer = await fetch(`${server.url}/api/health`)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const list = await server.call('/api/device/device/page?size=1', { token: server.tokens.admin })
  const [row] = (list.data as { list: { imei: string }[] }).list
  const imei = row?.imei ?? ''
  const made = await server.call('/api/device/device/newSecret', {
    token: server.tokens.admin,
    body: { imei },
  })
  const { secret } = made.data as { secret: string }
  const client = mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: imei,
    username: imei,
    password: secret,
    reconnectPeriod: 50,
  })
  client.on('error', () => {})
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok', ingestion: { status: 'ok' } } })
  const before = Date.now()
  const [role] = await server.sql(sql => sql.query<{ name: string }>('select current_user as name'))
  const owner = new pg.Client({ connectionString: server.app.database.ownerUrl })
  await owner.connect()
  await owner.query(`revoke insert on alarm from ${role?.name}`)
  const stored = client.publishAsync(`sfwatch/${imei}/server`, '{"code":"3001","type":15}', { qos: 1 })
  await vi.waitFor(async () => expect((await health()).body.ingestion).toMatchObject({ status: 'failing' }))
  const { status, body } = await health()
  expect(status).toBe(503)
  expect(body.ingestion).toEqual({
    status: 'failing',
    since: expect.any(Number),
    reason: '42',
    devices: 1,
  })
  expect((body.ingestion as { since: number }).since).toBeGreaterThanOrEqual(before)
  await owner.query(`grant insert on alarm to ${role?.name}`)
  await owner.end()
  await stored
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok', ingestion: { status: 'ok' } } })
  await client.endAsync(true)
})
