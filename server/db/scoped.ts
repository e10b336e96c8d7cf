// The one way to the data: a transaction of the application's role with the tenant set, so that a row of another
// tenant is invisible to whatever is asked inside it.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../settings/config-error.ts'
import { type AuditEntry, commitWith } from './audit.ts'
import { acquire } from './pool.ts'
import { asTransaction } from './transaction.ts'

/** Whose rows: one tenant's, or `*` for the platform's super administrator and the server itself. */
export interface Scope {
  tenant: number | '*'
  /** The departments that a person is held to; null or absent: to none. Rows stay as they are: counts of devices ask. */
  departments?: readonly number[] | null
}

export interface Sql {
  readonly tenant: number | '*'
  /** Runs one parameterised statement, prepared under a name of its own. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The same, for the first row. */
  first<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<Row | undefined>
  /** Number of rows a statement changed. */
  change(text: string, values?: unknown[]): Promise<number>
  /** Undoes what `work` did, and only that, when it throws. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>
  /** Written in order at the end of the transaction, under the chain's lock. */
  audit(entry: AuditEntry): void
  /** Told to the rest of the server once the transaction has committed. */
  afterCommit(tell: () => void): void
}

export interface Data {
  /** Runs a transaction. Inside of it no other one begins, see `transaction.ts`. */
  scoped<Result>(scope: Scope, work: (sql: Sql) => Promise<Result>): Promise<Result>
}

/** The server's own scope, for work that no person asked for. */
export const WHOLE: Scope = { tenant: '*' }

const MOST_NAMES = 2000
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  // A text search is planned for its own words: the one plan for all of them takes the index even where it is no help.
  if (text.includes(' ilike ')) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

export function createData(pool: pg.Pool): Data {
  return {
    scoped: async (scope, work) => {
      const { tenant, departments = null } = scope
      if (tenant !== '*' && !Number.isSafeInteger(tenant)) throw new Error('A scope needs a tenant')
      if (departments?.some(id => !Number.isSafeInteger(id))) throw new Error('Departments go by their ids')
      const heldTo = departments === null ? '' : `{${departments.join(',')}}`
      const begin = `begin; select set_config('app.tenant', '${tenant}', true), set_config('app.departments', '${heldTo}', true)`
      const { result, after } = await asTransaction(async inside => {
        const client = await acquire(pool)
        const after: (() => void)[] = []
        const entries: AuditEntry[] = []
        const sql = sqlOf(client, tenant, after, entries)
        let broken: Error | undefined
        try {
          await client.query(begin)
          const result = await inside(() => work(sql))
          await client.query(commitWith(entries))
          return { result, after }
        } catch (error) {
          await client.query('rollback').catch((lost: unknown) => {
            broken = lost instanceof Error ? lost : new Error(String(lost))
          })
          throw error
        } finally {
          // A connection that cannot roll back is thrown away, not handed to the next caller.
          client.release(broken)
        }
      })
      for (const tell of after) tell()
      return result
    },
  }
}

/** One transaction's connection, with what is told and written down when it ends. */
function sqlOf(
  client: pg.PoolClient,
  tenant: number | '*',
  after: (() => void)[],
  entries: AuditEntry[],
): Sql {
  let depth = 0
  const run = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    client.query<Row>({ name: nameOf(text), text, values })
  return {
    tenant,
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await run<Row>(text, values)).rows,
    first: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await run<Row>(text, values)).rows[0],
    change: async (text, values) => (await run(text, values)).rowCount ?? 0,
    attempt: async inner => {
      const point = `p${depth++}`
      const [callbacks, audited] = [after.length, entries.length]
      await client.query(`savepoint ${point}`)
      try {
        const result = await inner()
        await client.query(`release savepoint ${point}`)
        return result
      } catch (error) {
        await client.query(`rollback to savepoint ${point}`)
        after.length = callbacks
        entries.length = audited
        throw error
      }
    },
    audit: entry => void entries.push(entry),
    afterCommit: tell => void after.push(tell),
  }
}

/** Proves at every start that the second wall stands: a row of one tenant is invisible to another. Changes nothing. */
export async function proveWall(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; select set_config('app.tenant', '*', true)`)
    await client.query(
      `insert into tenant (id, created_at, updated_at, name, scenario) overriding system value
       values (-1, 0, 0, 'wall a', 'community'), (-2, 0, 0, 'wall b', 'community')`,
    )
    await client.query(
      `insert into device_group (id, tenant_id, created_at, updated_at, name) overriding system value values (-1, -1, 0, 0, 'wall')`,
    )
    await client.query(`select set_config('app.tenant', '-2', true)`)
    const { rowCount } = await client.query('select from device_group where tenant_id = -1')
    if (rowCount)
      throw new ConfigError([
        'The database shows rows of other tenants: row-level security does not bind the user of DATABASE_URL',
      ])
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
