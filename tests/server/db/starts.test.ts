// Several processes that start at the same moment on a database that nobody has prepared.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { type Database, startDatabase } from '../../../server/db/launcher.ts'
import { migrate } from '../../../server/db/migrate.ts'

const log = pino({ level: 'silent' })
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-starts-'))
let host: Database
beforeAll(async () => {
  host = await startDatabase({ dataDir, databaseUrl: undefined, log })
})
afterAll(async () => {
  await host.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const withOwner = async <T>(url: string, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('four that start at once all start, and each migration was applied once', async () => {
  for (const name of ['first', 'second']) {
    await withOwner(host.ownerUrl, client => client.query(`create database ${name}`))
    const url = new URL(host.ownerUrl)
    url.pathname = name
    const starts = await Promise.allSettled(
      Array.from({ length: 4 }, async () => {
        const { ownerUrl, appUrl } = await startDatabase({ dataDir, databaseUrl: url.href, log })
        await migrate({ ownerUrl, log })
        // Where the role could not be made, the owner's own address is the answer.
        return new URL(appUrl).username
      }),
    )
    expect(starts.map(start => (start.status === 'fulfilled' ? start.value : String(start.reason)))).toEqual(
      Array(4).fill('gatehouse_app'),
    )
    const { rows } = await withOwner(url.href, client =>
      client.query<{ all: number; names: number }>(
        'select count(*)::int as all, count(distinct name)::int as names from migration',
      ),
    )
    expect(rows[0]?.all).toBe(rows[0]?.names)
  }
})

test('three whole servers that start at once on an empty database all start, with one tenant of the platform', async () => {
  await withOwner(host.ownerUrl, client => client.query('create database third'))
  const url = new URL(host.ownerUrl)
  url.pathname = 'third'
  const starts = await Promise.allSettled(
    ['a', 'b', 'c'].map(name =>
      createApp(
        readConfig({
          ...{ DATA_DIR: join(dataDir, name), DATABASE_URL: url.href, SECRET_KEY: 'k'.repeat(32) },
          ...{ PORT: '0', MQTT_PORT: '0', MQTT_WS_PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' },
        }),
        log,
      ),
    ),
  )
  for (const start of starts) if (start.status === 'fulfilled') await start.value.close()
  expect(starts.map(start => (start.status === 'fulfilled' ? 'up' : String(start.reason)))).toEqual(
    Array(3).fill('up'),
  )
  const { rows } = await withOwner(url.href, client => client.query('select name from tenant'))
  expect(rows).toHaveLength(1)
})
