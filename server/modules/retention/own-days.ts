// The days that tenants decided about, and how a kind is found in its tables.
import { isKey } from '../../../src/domain/keys.ts'
import { type RetentionKind, retentionKinds } from '../../../src/domain/retention/kinds.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { type DailyKind, dailyTables, type RetentionRule, retentionRules } from './rules.ts'

export interface OwnDays {
  tenantId: number
  kind: RetentionKind
  days: number
  removedBefore: number | null
}

const isKind = (kind: string): kind is RetentionKind => retentionKinds.some(known => known === kind)

/** Of the tenants that the scope shows. */
export async function readOwnDays(sql: Sql): Promise<OwnDays[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('retention_days')
      .select(['tenant_id as tenantId', 'kind', 'days', 'removed_before as removedBefore'])
      .orderBy('tenant_id'),
  )
  return rows.flatMap(({ kind, ...row }) => (isKind(kind) ? [{ ...row, kind }] : []))
}

export const isDaily = (kind: RetentionKind): kind is DailyKind => isKey(dailyTables, kind)

/** What is counted and removed for a kind. */
export const rulesOf = (kind: RetentionKind): RetentionRule[] =>
  retentionRules.filter(({ keep }) => keep === kind)
