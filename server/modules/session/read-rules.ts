// The sign-in rules of a tenant as they lie in the database, and what they make of the limits of sessions.
import {
  factorRule,
  limitsUnder,
  NO_RULES,
  type SessionLimits,
  type SignInRules,
} from '../../../src/domain/access/sign-in-rules.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'

export interface StoredRules extends SignInRules {
  version: number
  updatedAt: number | null
  updatedBy: string | null
}

/** What holds in a tenant; what nobody has said is the installation's. */
export async function readSignInRules(sql: Sql, tenantId: number): Promise<StoredRules> {
  const row = await firstOf(
    sql,
    tables.selectFrom('sign_in_rule').selectAll().where('tenant_id', '=', tenantId),
  )
  if (!row) return { ...NO_RULES, version: 0, updatedAt: null, updatedBy: null }
  return {
    secondFactor: factorRule.options.find(rule => rule === row.second_factor) ?? 'everybody',
    leastPassword: row.least_password,
    idleMinutes: row.idle_minutes,
    sessionHours: row.session_hours,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }
}

/** How long sessions of a tenant live. */
export const limitsOf = async (sql: Sql, tenantId: number, installation: SessionLimits) =>
  limitsUnder(installation, await readSignInRules(sql, tenantId))
