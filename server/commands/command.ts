// What every command for operators needs: the database, opened and closed, and an exit that says what was wrong.
import type { Config } from '../config.ts'
import { startDatabase } from '../db/launcher.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { createData, type Data } from '../db/scoped.ts'
import { createLog } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'

export async function withDatabase<Result>(
  config: Config,
  work: (data: Data) => Promise<Result>,
): Promise<Result> {
  const log = createLog(config)
  const database = await startDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  try {
    await migrate({ ownerUrl: database.ownerUrl, log })
    const pool = createPool({ url: database.appUrl, log, connections: 2 })
    try {
      return await work(createData(pool))
    } finally {
      await pool.end()
    }
  } finally {
    await database.stop()
  }
}

/** Runs a command and ends the process: with 1 where it answers false or fails. */
export function runCommand(command: () => Promise<boolean>): void {
  command().then(
    well => process.exit(well ? 0 : 1),
    (error: unknown) => {
      const text =
        error instanceof ConfigError
          ? error.problems.join('\n')
          : error instanceof Error
            ? error.stack
            : error
      process.stderr.write(`${String(text)}\n`)
      process.exit(1)
    },
  )
}
