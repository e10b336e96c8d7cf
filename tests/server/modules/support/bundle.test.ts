// What is sent to whoever helps: how the installation stands, and nothing of what was planted about anybody.
import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../../../server/db/connection.ts'
import { scrubDatabaseLine, scrubLogLine, scrubText } from '../../../../server/modules/support/scrub.ts'
import { startServer, type TestServer } from '../../start.ts'

const PLANTED = {
  name: '赵勇敢',
  latin: 'Brunhilde Planted',
  phone: '13900001234',
  token: 'k3J9xQ2mV7pL0sZ8aB5cD6eF1gH4iN_-',
  imei: '860000000099999',
  latitude: '31.230416',
  mail: 'planted@example.org',
  address: '203.0.113.77',
  password: 'Planted-Secret-77!',
}
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-support-'))
let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await withConnection({ connectionString: server.app.database.ownerUrl }, async client => {
    const { rows } = await client.query<{ id: number }>('select id from tenant order by id limit 1')
    await client.query(
      `insert into account (tenant_id, created_at, updated_at, username, password_hash, name, phone)
       values ($1, 0, 0, 'planted', $2, $3, $4)`,
      [rows[0]?.id, PLANTED.token, PLANTED.name, PLANTED.phone],
    )
    // PostgreSQL itself writes the row into its log.
    await client.query(`select '${PLANTED.latin} ${PLANTED.phone}'::int`).catch(() => undefined)
    await client
      .query(`insert into account (tenant_id, created_at, updated_at, username, password_hash, name)
        values (1, 0, 0, 'planted', '${PLANTED.token}', '${PLANTED.latin}')`)
      .catch(() => undefined)
  })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Beside the server of this process, which is asked for its health meanwhile. */
async function bundle(words: string[], environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/commands/support-bundle.ts', ...words],
    {
      env: { ...process.env, DEMO: 'on', ...environment },
    },
  )
  return stdout
}

const logLines = [
  {
    time: '2026-01-02T03:04:05.678Z',
    level: 'info',
    msg: 'Answered',
    path: `/api/user/user/${PLANTED.imei}`,
    status: 200,
    ms: 12,
  },
  {
    time: '2026-01-02T03:04:05.678Z',
    level: 'info',
    msg: 'Answered',
    path: `/files/${PLANTED.token}?token=${PLANTED.token}`,
    status: 200,
    ms: 1,
  },
  {
    ...{
      time: '2026-01-02T03:04:05.678Z',
      level: 'error',
      msg: `Message of ${PLANTED.imei} from ${PLANTED.address}`,
    },
    ...{ name: PLANTED.name, phone: PLANTED.phone, person: { name: PLANTED.latin }, at: [PLANTED.latitude] },
    err: {
      type: 'DatabaseError',
      code: '23505',
      message: `${PLANTED.latin} at ${PLANTED.latitude}`,
      detail: `Key (phone)=(${PLANTED.phone})`,
      stack: `DatabaseError: ${PLANTED.latin}\n    at save (file:///srv/${PLANTED.latin}/server/db/scoped.ts:1:2)\n    at ${PLANTED.latin}`,
    },
  },
  {
    time: '2026-01-02T03:04:05.678Z',
    level: 'warn',
    msg: `Text to ${PLANTED.phone}, ${PLANTED.mail}: "${PLANTED.latin}", ${PLANTED.name}`,
  },
]

test('the bundle says how it stands, and nothing that was planted is in it', async () => {
  const { dataDir, port } = { dataDir: server.app.parts.config.dataDir, port: new URL(server.url).port }
  const log = join(folder, 'server.log')
  writeFileSync(log, logLines.map(line => JSON.stringify(line)).join('\n'))
  appendFileSync(log, `\nnot JSON: ${PLANTED.latin} ${PLANTED.phone}\n`)
  const to = join(folder, 'bundle.zip')
  const stdout = await bundle(['--log', log, '--to', to], {
    ...{ DATA_DIR: dataDir, PORT: port, SMS_PASSWORD: PLANTED.password },
    PUBLIC_URL: `https://${PLANTED.latin.split(' ')[1]}.example.org`,
  })
  const files = Object.fromEntries(
    Object.entries(unzipSync(readFileSync(to))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  )
  expect(Object.keys(files).sort()).toEqual([
    ...['database.json', 'health.json', 'missing.json', 'postgres.log', 'server.log', 'settings.json'],
    'versions.json',
  ])
  expect(JSON.parse(files['missing.json'] ?? '')).toEqual([])
  expect(stdout).toContain('look into it')
  // Something is there to be looked through, and what was planted did come by.
  const database = JSON.parse(files['database.json'] ?? '')
  expect(database.migrations.length).toBeGreaterThan(100)
  expect(database.tables).toContainEqual(expect.objectContaining({ name: 'account' }))
  expect(JSON.parse(files['health.json'] ?? '')).toMatchObject({ database: 'ok' })
  expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({
    PUBLIC_URL: 'given',
    MQTT_URL: 'not given',
  })
  expect(files['server.log']).toContain('server/db/scoped.ts:1:2')
  expect(files['postgres.log']).toContain('invalid input syntax for type integer')
  const all = Object.values(files).join('\n')
  for (const [what, word] of Object.entries(PLANTED)) {
    expect(all.includes(word), what).toBe(false)
    for (const part of word.split(' ')) expect(all.includes(part), `${what}: ${part}`).toBe(false)
  }
  for (const secret of [
    'ownerPassword',
    JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')).ownerPassword,
  ])
    expect(all.includes(secret)).toBe(false)
})

test('a bundle is written also where nothing answers, and says what is missing', async () => {
  const to = join(folder, 'alone.zip')
  const stdout = await bundle(['--to', to], {
    ...{ DATA_DIR: join(folder, 'none'), PORT: '1' },
    DATABASE_URL: `postgres://somebody:${PLANTED.token}@127.0.0.1:1/none`,
  })
  expect(stdout).toMatch(/database: not there \(ECONNREFUSED\)/)
  expect(strFromU8(unzipSync(readFileSync(to))['missing.json'] ?? new Uint8Array())).not.toContain(
    PLANTED.token,
  )
})

test('lines keep what the program says', () => {
  expect(scrubText('A connection was cut after 20 s')).toBe('A connection was cut after 20 s')
  expect(
    scrubLogLine('{"msg":"Answered","level":"info","path":"/api/device/device/page","status":200,"ms":3}'),
  ).toBe('{"level":"info","msg":"Answered","path":"/api/device/device/page","status":200,"ms":3}')
  expect(scrubLogLine('nonsense')).toBeUndefined()
  const database = '2026-01-02 03:04:05.678 UTC [12] '
  expect(scrubDatabaseLine(`${database}LOG:  checkpoint complete: wrote 17 buffers`)).toContain(
    'wrote 17 buffers',
  )
  expect(
    scrubDatabaseLine(`${database}DETAIL:  Key (phone)=(${PLANTED.phone}) already exists.`),
  ).toBeUndefined()
  expect(scrubDatabaseLine(`${database}STATEMENT:  select 1`)).toBeUndefined()
})
