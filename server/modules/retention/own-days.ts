// The days that tenants decided about, and how a kind is found in its tables.
import { isKey } from '../../../src/domain/keys.ts'
import { type RetentionKind, retentionKinds } from '../../../src/domain/retention/kinds.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
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

/**
 * Days of a kind as a value in a statement: what the tenant of `tenantId` has decided, else `installation`. Both are
 * expressions of the statement.
 */
export const daysInStatement = (kind: RetentionKind, tenantId: string, installation: string) =>
  `coalesce((select k.days from retention_days k where k.tenant_id = ${tenantId} and k.kind = '${kind}'), ${installation})`

/** Days that a tenant keeps a kind. */
export async function daysKept(
  sql: Sql,
  kind: RetentionKind,
  { tenantId, installation }: { tenantId: number; installation: number },
): Promise<number> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('retention_days')
      .select('days')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind),
  )
  return row?.days ?? installation
}

export const isDaily = (kind: RetentionKind): kind is DailyKind => isKey(dailyTables, kind)

/** Tables by kind; one that two kinds share counts with the first. */
export function tablesOf(kind: RetentionKind): string[] {
  if (kind === 'unreadNotices') return []
  return isDaily(kind)
    ? dailyTables[kind].map(([table]) => table)
    : rulesOf(kind).flatMap(({ table, with: hanging = [] }) => [table, ...hanging.map(([name]) => name)])
}

/** What is counted and removed for a kind. */
export const rulesOf = (kind: RetentionKind): RetentionRule[] =>
  retentionRules.filter(({ keep }) => keep === kind)
