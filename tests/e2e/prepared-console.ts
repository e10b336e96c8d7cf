// The demo as every console of the walks begins with it: made once a run, copied for each of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { LIGHT } from '../light-copy.ts'
import { inConsoleDatabase } from './console-database.ts'

/** Before the first walk: makes the demo. Answers what takes it away after the last one. */
export default async function prepare(): Promise<(() => Promise<void>) | undefined> {
  // One that runs already is walked.
  if (process.env.CONSOLE_URL) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-prepared-'))
  const running = await startConsole({ DATA_DIR: folder })
  await inConsoleDatabase(folder, async client => {
    for (const statement of LIGHT) await client.query(statement)
    await packed(client)
  })
  await running.stop()
  process.env.PREPARED_DATA = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Rounds that pack the weeks of the demo, in every copy of it if not here. */
const PACKING = ['alarmDays', 'readingHours', 'trackHours']
const PACKS_MS = 120_000

async function packed(client: pg.Client): Promise<void> {
  const late = Date.now() + PACKS_MS
  const left = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct name from pgboss.job where name = any($1) and state = 'completed'`,
      [PACKING],
    )
    return rows.length < PACKING.length
  }
  while (await left()) {
    if (Date.now() > late) throw new Error('The demo was not packed within two minutes')
    await wait(200)
  }
}

/** A console of a walk, with the demo in it. */
export function startPrepared(environment: Record<string, string>): Promise<ConsoleProcess> {
  return startConsole(environment, process.env.PREPARED_DATA)
}
