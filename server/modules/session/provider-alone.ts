// Whether people come in by identity providers: anybody at all, and those of one tenant by it alone.
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'

/** What the provider is called; undefined where other ways in stay open. */
export const providerAlone = (sql: Sql, tenantId: number): Promise<{ name: string } | undefined> =>
  firstOf(
    sql,
    tables
      .selectFrom('identity_provider')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('enabled', '=', true)
      .where('passwords', '=', 'administrators'),
  )

/** Whether any tenant has one that lets people in. */
export const anyProvider = async (sql: Sql): Promise<boolean> =>
  (await firstOf(
    sql,
    tables.selectFrom('identity_provider').select('tenant_id').where('enabled', '=', true).limit(1),
  )) !== undefined
