// Starts the server, says where it is, and stops it in order.
import { enableCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from './config.ts'
import type { Data } from './db/scoped.ts'
import { createLog } from './log.ts'
import { guardMemory } from './memory-guard.ts'
import { ConfigError } from './settings/config-error.ts'

enableCompileCache()
const STOP_MS = 20_000

async function start(): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  guardMemory({ aboveMb: config.memoryGuard })
  const { createApp } = await import('./app.ts')
  const app = await createApp(config, log)
  let stopping = false
  const stop = async (why: string, code: number) => {
    if (stopping) return
    stopping = true
    log.info({ why }, 'Stopping')
    if (code === 0 && config.drainSeconds > 0) {
      app.drain()
      await sleep(config.drainSeconds * 1000)
    }
    // Something that never ends must not keep the process; the database survives a hard end.
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await app.close()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal, 0))
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'An error that nobody caught')
    void stop('uncaughtException', 1)
  })
  process.on('unhandledRejection', error => {
    log.error({ err: error }, 'A promise that nobody awaited was rejected')
  })
  const port = await app.listen()
  log.info({ port }, 'Listening')
  process.stdout.write(`Gatehouse is at ${config.consoleTls ? 'https' : 'http'}://localhost:${port}\n`)
  if (!config.demo) return void (await sayWhoIsMissing(app.parts.data))
  const { demoEntrance } = await import('./demo/accounts.ts')
  process.stdout.write(
    `Demo accounts, password ${demoEntrance.password}: ${demoEntrance.usernames.join(', ')}\n`,
  )
}

/** Nobody can come in yet: how that is changed is said here, and on the login screen. */
async function sayWhoIsMissing(data: Data): Promise<void> {
  const { createClaim } = await import('./modules/session/public.ts')
  if (!(await createClaim(data)())) return
  process.stdout.write(
    [
      'Nobody can log in yet: there is no administrator.',
      'Stop the server, run this with the same DATA_DIR, and start it again:',
      '  NODE_ENV=production npm run create-administrator',
      '',
    ].join('\n'),
  )
}

start().catch((error: unknown) => {
  // A wrong setting is the operator's to mend: its message is enough, a stack would hide it.
  const text =
    error instanceof ConfigError ? error.problems.join('\n') : error instanceof Error ? error.stack : error
  process.stderr.write(`${String(text)}\n`)
  process.exit(1)
})
