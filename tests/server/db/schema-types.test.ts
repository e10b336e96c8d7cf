// The types of the tables are those of the schema that the migrations make.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_TYPES, schemaTypes } from '../../../scripts/schema-types.mjs'
import { startTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
}, 90_000)
afterAll(() => database.stop())

test('the types that statements are checked by are what `npm run schema-types` writes', async () => {
  expect(readFileSync(SCHEMA_TYPES, 'utf8')).toBe(await schemaTypes(database.ownerUrl))
})

test('each constraint was looked at for the rows that were there before it', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select conrelid::regclass::text as of, conname as name from pg_constraint where not convalidated`,
    )
    expect(rows).toEqual([])
  } finally {
    await client.end()
  }
})
