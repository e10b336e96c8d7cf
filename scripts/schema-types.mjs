// Writes the types of the tables, as the migrations leave them: npm run schema-types
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { pino } from 'pino'
import { startDatabase } from '../server/db/launcher.ts'
import { migrate } from '../server/db/migrate.ts'
import { root } from './toolchain.mjs'

export const SCHEMA_TYPES = join(root, 'server/db/schema-types.ts')

/**
 * The types of the tables of a database; of partitions, and of what the jobs' library keeps for itself, there are none.
 * @param {string} url of the owner
 * @returns {Promise<string>} the source of a module
 */
export async function schemaTypes(url) {
  const dialect = new PostgresDialect()
  const db = await dialect.introspector.connect({ connectionString: url, dialect })
  try {
    return await generate({
      db,
      dialect,
      excludePattern: 'pgboss.*',
      outFile: null,
      // As the pool reads them.
      typeMapping: { int8: 'number', date: 'string' },
      typeOnlyImports: true,
    })
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-schema-'))
  const log = pino({ level: 'warn' })
  const database = await startDatabase({ dataDir, databaseUrl: undefined, log })
  try {
    await migrate({ ownerUrl: database.ownerUrl, log })
    writeFileSync(SCHEMA_TYPES, await schemaTypes(database.ownerUrl))
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
