// The demo as every console of the walks begins with it: made once a run, copied for each of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { LIGHT } from '../light-copy.ts'
import { inBooks } from './books.ts'

/** Before the first walk: makes the demo. Answers what takes it away after the last one. */
export default async function prepare(): Promise<(() => Promise<void>) | undefined> {
  // One that runs already is walked.
  if (process.env.CONSOLE_URL) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-prepared-'))
  const running = await startConsole({ DATA_DIR: folder })
  await inBooks(folder, async client => {
    for (const statement of LIGHT) await client.query(statement)
  })
  await running.stop()
  process.env.PREPARED_DATA = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** A console of a walk, with the demo in it. */
export function startPrepared(environment: Record<string, string>): Promise<ConsoleProcess> {
  return startConsole(environment, process.env.PREPARED_DATA)
}
