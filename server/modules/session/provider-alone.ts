// Whether the people of a tenant come in by its identity provider alone.
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
