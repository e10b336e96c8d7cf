// The drill: a server and its database are killed while rows are written, and the backup is restored elsewhere, to a moment
// and as far as it goes. With the commands that an operator uses.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withConnection } from '../../../../server/db/connection.ts'
import { runningDatabase, startDatabase } from '../../../../server/db/launcher.ts'
import { type ConsoleProcess, startConsole } from '../../../console-process.ts'
import { layDatabase } from '../../prepared-database.ts'

const log = pino({ level: 'silent' })
const place = mkdtempSync(join(tmpdir(), 'gatehouse-drill-'))
const backups = join(place, 'backups')
const secrets = join(place, 'apart')
// Else the database, which runs as another user, would live elsewhere and be left behind.
chmodSync(place, 0o755)
const made: string[] = [place]

let server: ConsoleProcess
let ownerUrl: string

/** Runs a command as npm does, with nothing of the console's environment but what it needs. */
function run(name: string, words: readonly string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`server/commands/${name}.ts`, ...words], {
    encoding: 'utf8',
    env: { ...process.env, BACKUP_DIR: backups, BACKUP_SECRETS_DIR: secrets, ...environment },
  })
  return { status, said: `${stdout}${stderr}` }
}

const backUp = (environment: Record<string, string> = {}) =>
  run('backup', [], { DATA_DIR: server.dataDir, ...environment })

const ask = <Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) =>
  withConnection({ connectionString: url }, async client => (await client.query<Row>(text, values)).rows)

const backupHealth = async (): Promise<unknown> =>
  z.parse(z.object({ backup: z.unknown() }), await (await fetch(`${server.url}/api/health`)).json()).backup

beforeAll(async () => {
  const prepared = mkdtempSync(join(tmpdir(), 'gatehouse-drilled-'))
  made.push(prepared)
  await layDatabase(prepared)
  server = await startConsole({ BACKUP_DIR: backups, BACKUP_SECRETS_DIR: secrets, DEMO: 'off' }, prepared)
  ownerUrl = (await runningDatabase(server.dataDir, log)) ?? ''
  await ask(ownerUrl, 'create table letter (id bigint generated always as identity, at bigint not null)')
  mkdirSync(join(server.dataDir, 'files', 'uploads'), { recursive: true })
  writeFileSync(join(server.dataDir, 'files', 'uploads', 'a-picture'), 'bytes of a picture')
}, 180_000)

afterAll(async () => {
  await server?.stop()
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

const write = (url: string) =>
  ask<{ at: number }>(
    url,
    'insert into letter (at) values ((extract(epoch from clock_timestamp()) * 1000)::bigint) returning at::float8 as at',
  ).then(rows => Number(rows[0]?.at))

/** Restores, starts what came of it, and answers the times of the rows. */
async function lettersOf(to: string): Promise<number[]> {
  const database = await startDatabase({ dataDir: to, databaseUrl: undefined, log })
  try {
    const rows = await ask<{ at: number }>(
      database.ownerUrl,
      'select at::float8 as at from letter order by id',
    )
    return rows.map(({ at }) => Number(at))
  } finally {
    await database.stop()
  }
}

test('without a backup the health says so, and the console works on', async () => {
  expect(await backupHealth()).toMatchObject({ status: 'late' })
})

test('after a kill -9 everything comes back on another folder: to the moment, and to within five seconds', {
  retry: 0,
  timeout: 240_000,
}, async () => {
  const before = [await write(ownerUrl), await write(ownerUrl)]
  const { status, said } = backUp()
  expect(said).toContain('proved')
  expect(status, said).toBe(0)
  const first = await write(ownerUrl)
  await sleep(50)
  const moment = Date.now()
  await sleep(50)
  const later = [await write(ownerUrl), await write(ownerUrl)]
  // What was acknowledged up to here counts; then everything dies in the middle of its work.
  const until = Date.now() + 2_000
  while (Date.now() < until) later.push(await write(ownerUrl))
  const writing = (async () => {
    for (;;) later.push(await write(ownerUrl))
  })().catch(() => undefined)
  const cluster = join(server.dataDir, 'postgres', 'cluster')
  const postmaster = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(server.pid, 'SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await writing
  const killedAt = later.at(-1) ?? 0

  const toMoment = join(place, 'to-moment')
  const told = run('restore', ['--to', toMoment, '--at', new Date(moment).toISOString()])
  expect(told.said).toContain('The audit log is whole')
  expect(told.status, told.said).toBe(0)
  expect(await lettersOf(toMoment)).toEqual([...before, first])
  expect(readFileSync(join(toMoment, 'files', 'uploads', 'a-picture'), 'utf8')).toBe('bytes of a picture')
  const [, reached] = /changes up to (\S+Z)/.exec(told.said) ?? []
  expect(Date.parse(reached ?? '')).toBeLessThanOrEqual(moment)

  const toEnd = join(place, 'to-end')
  // Nothing was changed between the end and now: there is no change to stop at.
  const ended = run('restore', ['--to', toEnd, '--at', new Date().toISOString()])
  expect(ended.status, ended.said).toBe(0)
  const all = [...before, first, ...later]
  const kept = await lettersOf(toEnd)
  expect(kept).toEqual(all.slice(0, kept.length))
  expect(killedAt - (kept.at(-1) ?? 0)).toBeLessThanOrEqual(5_000)
})

test('a folder that holds anything is refused, and so is a moment before the first backup', () => {
  const taken = join(place, 'to-moment')
  const there = readdirSync(taken)
  expect(run('restore', ['--to', taken])).toMatchObject({
    status: 1,
    said: expect.stringContaining('is not empty'),
  })
  expect(readdirSync(taken)).toEqual(there)
  const early = run('restore', ['--to', join(place, 'early'), '--at', '2001-01-01T00:00:00Z'])
  expect(early).toMatchObject({
    status: 1,
    said: expect.stringContaining('nothing leads to an earlier moment'),
  })
  expect(run('restore', ['--to', join(place, 'early'), '--at', 'noon']).said).toContain('with its zone')
  expect(run('restore', ['--to', join(place, 'early'), '--secrets', join(place, 'nowhere')]).said).toContain(
    '--secrets',
  )
})

test('secrets lie apart and belong to their owner alone; a damaged backup is told, and never restored', () => {
  const [id = ''] = readdirSync(join(backups, 'base'))
  expect(readdirSync(join(secrets, id)).sort()).toEqual(['database.json', 'secrets.json'])
  expect(existsSync(join(backups, 'secrets'))).toBe(false)
  expect(run('backup', ['--verify'], { DATA_DIR: server.dataDir })).toMatchObject({ status: 0 })
  const file = join(backups, 'base', id, 'base.tar.gz')
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
  const told = run('backup', ['--verify'], { DATA_DIR: server.dataDir })
  expect(told).toMatchObject({ status: 1, said: expect.stringContaining('is not what was written') })
  expect(run('restore', ['--to', join(place, 'damaged')]).status).toBe(1)
})
