// Statements whose rows have the types of the tables: Kysely builds them, the scope of a transaction runs them.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { DB } from './schema-types.ts'
import type { Sql } from './scoped.ts'

/** Builds statements; it has no connection, so that none runs outside of a scope. */
export const tables = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Runs = Pick<Sql, 'query' | 'first'>

/** The rows that a statement answers. */
export function rowsOf<Row extends pg.QueryResultRow>(sql: Runs, statement: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile()
  return sql.query<Row>(text, [...parameters])
}

/** The first of them. */
export function firstOf<Row extends pg.QueryResultRow>(
  sql: Runs,
  statement: Compilable<Row>,
): Promise<Row | undefined> {
  const { sql: text, parameters } = statement.compile()
  return sql.first<Row>(text, [...parameters])
}
