// When people's connections are all in use they are told so, health tells its operator, and devices notice nothing.
import { createServer } from 'node:net'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquire, createPool, Saturated } from '../../server/db/pool.ts'
import { createData, WHOLE } from '../../server/db/scoped.ts'
import { codes } from '../../src/contract/errors.ts'
import { calling } from './crowd-device.ts'
import { startServer, type TestServer } from './start.ts'

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

const PEOPLE = 3
let server: TestServer
let device: Awaited<ReturnType<typeof calling>>
beforeAll(async () => {
  const mqttPort = await freePort()
  server = await startServer({
    MQTT_PORT: String(mqttPort),
    DATABASE_PEOPLE: String(PEOPLE),
    DATABASE_WAIT_SECONDS: '1',
  })
  device = await calling(server, mqttPort)
})
afterAll(() => server.stop())

const taken: pg.PoolClient[] = []
async function whileTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let at = 0; at < PEOPLE; at++) taken.push(await acquire(server.app.pools.of.people))
  try {
    return await work()
  } finally {
    for (const client of taken.splice(0)) client.release()
  }
}
const health = async (token?: string) => {
  const answer = await fetch(`${server.url}/api/health`, {
    headers: token === undefined ? {} : { authorization: token },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const page = () => server.call('/api/device/device/page', { token: server.tokens.admin })

test('whoever waits in vain is told that the server is busy, and is answered when it is not', async () => {
  const answers = await whileTaken(() => Promise.all([page(), page(), server.logIn('admin').catch(String)]))
  for (const answer of answers.slice(0, 2)) {
    if (typeof answer === 'string') throw new Error(answer)
    expect(answer).toMatchObject({ status: 503, code: codes.busy, id: 'busy' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(answers[2]).toContain('busy')
  expect((await page()).code).toBe(0)
})

test('a device connects and its SOS is stored while all connections of people are taken', async () => {
  const alarms = () =>
    server.app.pools.jobs.scoped(
      WHOLE,
      async sql =>
        (
          await sql.first<{ n: number }>(
            `select count(*)::int as n from alarm where device_id = $1 and type = 'sos'`,
            [server.here.deviceId],
          )
        )?.n ?? 0,
    )
  // What was raised before is seen to: the next one is an alarm of its own.
  await server.sql(sql =>
    sql.change(`update alarm set status = 'handled' where device_id = $1`, [server.here.deviceId]),
  )
  const before = await alarms()
  await whileTaken(async () => {
    await device.callForHelp()
    expect(await alarms()).toBe(before + 1)
  })
})

test('health answers while all are taken, and shows its operator alone the connections and the version', async () => {
  await whileTaken(async () => {
    const waiting = [page(), page()]
    const told = await health(server.tokens.root)
    expect(told).toMatchObject({ status: 200, body: { status: 'ok', database: 'ok' } })
    const { pools } = told.body as { pools: { people: { waiting: number } } }
    expect(pools.people.waiting).toBeGreaterThanOrEqual(2)
    expect(told.body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      pools: { people: { size: PEOPLE, busy: PEOPLE }, devices: { waiting: 0 }, jobs: {} },
    })
    for (const token of [undefined, server.tokens.admin, 'nobody']) {
      const { status, body } = await health(token)
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual([
        'auditLog',
        'backup',
        'broker',
        'cameras',
        'clock',
        'conferences',
        'database',
        'evidenceKey',
        'ingestion',
        'jobs',
        'outbound',
        'status',
        'uptime',
      ])
      expect(body.conferences).toEqual({ media: expect.any(String) })
    }
    await Promise.all(waiting)
  })
  const { pools } = (await health(server.tokens.root)).body as { pools: { people: { refused: number } } }
  expect(pools.people.refused).toBeGreaterThan(0)
})

test('saturation is logged once for all who wait in vain', async () => {
  const lines: { msg: string; pool?: string; level: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const url = server.app.database.appUrl
  // Long enough for the one connection to come about on a machine that others load.
  const pool = createPool({ url, log, name: 'tests', connections: 1, waitMs: 1_500 })
  const client = await acquire(pool)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => acquire(pool)))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  await expect(acquire(pool)).rejects.toBeInstanceOf(Saturated)
  expect(lines).toMatchObject([{ msg: 'All database connections of a pool are in use', pool: 'tests' }])
  client.release()
  await pool.end()
})

test('a transaction that stands still and a statement that takes too long are ended, and their connection is free', async () => {
  const log = pino({ level: 'silent' })
  const options = { url: server.app.database.appUrl, log, name: 'tests', connections: 1, waitMs: 20_000 }
  const still = createPool({ ...options, idleMs: 200 })
  const stands = createData(still).scoped(WHOLE, async sql => {
    const [{ pid } = { pid: 0 }] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
    // The database says when it has ended the connection.
    await expect
      .poll(() =>
        server.app.pools.of.jobs
          .query('select from pg_stat_activity where pid = $1', [pid])
          .then(({ rowCount }) => rowCount),
      )
      .toBe(0)
    await sql.query('select 1')
  })
  await expect(stands).rejects.toThrow()
  expect(await createData(still).scoped(WHOLE, sql => sql.query('select 1::int as n'))).toEqual([{ n: 1 }])
  await still.end()

  const slow = createPool({ ...options, statementMs: 200 })
  const sleeping = createData(slow).scoped(WHOLE, sql => sql.query('select pg_sleep(60)'))
  await expect(sleeping).rejects.toMatchObject({ code: '57014' })
  expect(await createData(slow).scoped(WHOLE, sql => sql.query('select 1::int as n'))).toEqual([{ n: 1 }])
  await slow.end()
})
