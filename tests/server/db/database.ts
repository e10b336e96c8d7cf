// A real database of its own for one test file, migrated and empty.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { startDatabase } from '../../../server/db/launcher.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { createPool } from '../../../server/db/pool.ts'
import { createData, type Data } from '../../../server/db/scoped.ts'
import { layDatabase } from '../prepared-database.ts'

export interface TestDatabase {
  ownerUrl: string
  data: Data
  stop(): Promise<void>
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const log = pino({ level: 'silent' })
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'))
  await layDatabase(dataDir)
  const database = await startDatabase({ dataDir, databaseUrl: undefined, log })
  await migrate({ ownerUrl: database.ownerUrl, log })
  const pool = createPool({ url: database.appUrl, log, connections: 4 })
  return {
    ownerUrl: database.ownerUrl,
    data: createData(pool),
    stop: async () => {
      await pool.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
