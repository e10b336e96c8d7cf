// The chain of custody of a case in the database: one line after the other, under the lock of the case.
import { type CustodyLine, nextLine } from '../../../src/domain/case-file/custody.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { sha256 } from './signing.ts'

export interface Noted {
  tenantId: number
  caseId: number
  by: string
  act: CustodyLine['act']
  detail?: CustodyLine['detail']
}

/** The case as it is, locked until the transaction ends. */
export async function lockCase(sql: Sql, caseId: number) {
  const row = await firstOf(
    sql,
    tables.selectFrom('evidence_case').selectAll().where('id', '=', caseId).forUpdate(),
  )
  if (!row) throw new Refused('row.unknown')
  return row
}

/** Adds a line; answers the count and the head that the chain has with it. */
export async function noteCustody(
  sql: Sql,
  { tenantId, caseId, by, act, detail = {} }: Noted,
): Promise<{ count: number; head: string }> {
  await lockCase(sql, caseId)
  const last = await firstOf(
    sql,
    tables
      .selectFrom('evidence_custody')
      .select(['seq', 'hash'])
      .where('case_id', '=', caseId)
      .orderBy('seq', 'desc')
      .limit(1),
  )
  const { seq, text, hash } = nextLine(last, { at: Date.now(), by, act, detail }, sha256)
  await rowsOf(
    sql,
    tables
      .insertInto('evidence_custody')
      .values({ tenant_id: tenantId, case_id: caseId, seq, line: text, hash })
      .returning('seq'),
  )
  return { count: seq, head: hash }
}

export const custodyOf = (sql: Sql, caseId: number, most = Number.MAX_SAFE_INTEGER) =>
  rowsOf(
    sql,
    tables
      .selectFrom('evidence_custody')
      .select(['seq', 'line'])
      .where('case_id', '=', caseId)
      .where('seq', '<=', Math.min(most, 2_147_483_647))
      .orderBy('seq'),
  )

/** The authority's answer, once it has come. */
export const stampOf = (sql: Sql, caseId: number) =>
  firstOf(
    sql,
    tables
      .selectFrom('evidence_stamp')
      .select(['stamped_at', 'authority', 'token'])
      .where('case_id', '=', caseId),
  )

export const itemsOf = (sql: Sql, caseId: number) =>
  rowsOf(sql, tables.selectFrom('evidence_item').selectAll().where('case_id', '=', caseId).orderBy('no'))
