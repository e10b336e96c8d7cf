// The operator's own PostgreSQL through DATABASE_URL: roles and the whole schema on the version that Debian packs.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseAccount } from '../../../server/db/binaries.ts'
import { startDatabase } from '../../../server/db/launcher.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { startServer } from '../start.ts'

const PACKAGES = '/usr/lib/postgresql'
const version = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort().at(-1) : undefined
const installed = version !== undefined && existsSync(join(PACKAGES, version, 'bin', 'initdb'))

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-own-'))
const account = process.getuid?.() === 0 ? databaseAccount(readFileSync('/etc/passwd', 'utf8')) : {}
let port = 0

function run(program: string, args: string[]): void {
  const path = join(PACKAGES, version ?? '', 'bin', program)
  const { status, stderr } = spawnSync(path, args, {
    ...account,
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let rows: unknown[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

beforeAll(async () => {
  if (!installed) return
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  port = await freePort()
  run('initdb', [
    '-D',
    join(folder, 'cluster'),
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ])
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  run('pg_ctl', ['start', '-w', '-D', join(folder, 'cluster'), '-l', join(folder, 'log'), '-o', options])
  await ask(
    `postgres://postgres@127.0.0.1:${port}/postgres`,
    `create role house login createrole password 'house'`,
    'create database house owner house',
  )
}, 60_000)

afterAll(() => {
  if (port) run('pg_ctl', ['stop', '-m', 'immediate', '-D', join(folder, 'cluster')])
  rmSync(folder, { recursive: true, force: true })
})

const suite = installed
  ? 'with the PostgreSQL of the system'
  : 'with the PostgreSQL of the system (skipped: it is not installed; Debian has it as package postgresql)'
const databaseUrl = () => `postgres://house:house@127.0.0.1:${port}/house`

describe.runIf(installed)(suite, () => {
  test('an owner who may make roles is enough for the whole schema', async () => {
    const database = await startDatabase({ dataDir: folder, databaseUrl: databaseUrl(), log })
    await migrate({ ownerUrl: database.ownerUrl, log })
    await migrate({ ownerUrl: database.ownerUrl, log })
    expect(await ask(database.appUrl, 'select current_user::text as name')).toEqual([
      { name: 'gatehouse_app' },
    ])
    // A second server process over the same database finds the same password.
    expect((await startDatabase({ dataDir: folder, databaseUrl: databaseUrl(), log })).appUrl).toBe(
      database.appUrl,
    )
    await database.stop()
  })

  test('the whole server runs on it: the wall stands, rows are kept and listed', async () => {
    const server = await startServer({ DATABASE_URL: databaseUrl() })
    try {
      const { here, tokens } = server
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      const name = 'on the own database'
      const made = await server.call('/api/device/product/save', {
        token: tokens.admin,
        body: { name, sort: 1, status: 1 },
      })
      expect(made.code).toBe(0)
      const seen = async (token: string) =>
        (await server.call('/api/device/product/page', { token, query: { name } })).data
      expect(await seen(tokens.admin)).toMatchObject({ total: 1 })
      expect(await seen(tokens.stranger)).toMatchObject({ total: 0 })
      const foreign = await server.call('/api/device/device/get', {
        token: tokens.stranger,
        query: { id: String(here.deviceId) },
      })
      expect(foreign.id).toBe('row.unknown')
    } finally {
      await server.stop()
    }
  }, 60_000)
})
