// Makes the first administrator of the platform, outside demo mode: npm run create-administrator
import { readConfig } from '../config.ts'
import { startDatabase } from '../db/launcher.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { createData } from '../db/scoped.ts'
import { createLog } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { addAdministrator, refusePassword, refuseUsername } from './administrator.ts'
import { ask } from './ask.ts'

async function run(): Promise<void> {
  // Demo mode is off whatever the environment says: a folder that was filled with public passwords is refused.
  const config = readConfig({
    ...process.env,
    DEMO: 'off',
    SIMULATE: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  })
  const username = process.env.ADMIN_USERNAME?.trim() || (await ask('Username: '))
  refuse(refuseUsername(username))
  const given = process.env.ADMIN_PASSWORD
  const password = given ?? (await ask('Password: ', { hidden: true }))
  refuse(refusePassword(password, username))
  if (given === undefined && password !== (await ask('Once more: ', { hidden: true })))
    throw new ConfigError(['The two passwords differ'])

  const log = createLog(config)
  const database = await startDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  try {
    await migrate({ ownerUrl: database.ownerUrl, log })
    const pool = createPool({ url: database.appUrl, log, connections: 2 })
    try {
      await addAdministrator(createData(pool), { username, password })
    } finally {
      await pool.end()
    }
  } finally {
    await database.stop()
  }
  process.stdout.write(`${username} may log in and holds the highest authorization.\n`)
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new ConfigError([problem])
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const text =
      error instanceof ConfigError ? error.problems.join('\n') : error instanceof Error ? error.stack : error
    process.stderr.write(`${String(text)}\n`)
    process.exit(1)
  },
)
