// Cases and decisions as they are stored, in the shape of the pure rules.
import * as z from 'zod/mini'
import { keptLevels } from '../../../src/domain/approval/approval-flow.ts'
import { approvalKind, caseState, verdict } from '../../../src/domain/approval/kinds.ts'
import type { CaseFacts, Decision } from '../../../src/domain/approval/standing.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

export interface StoredCase extends CaseFacts {
  id: number
  tenantId: number
  subjectId: number
  subjectVersion: number
  title: string
}

export interface StoredDecision extends Decision {
  seatName: string
  actorName: string
  reason: string | null
  at: number
}

/** Cases by id, in the order of the ids that were found. */
export async function casesOf(sql: Sql, ids: readonly number[]): Promise<StoredCase[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('approval_case')
      .select([
        'id',
        'tenant_id',
        'kind',
        'subject_id',
        'subject_version',
        'title',
        'state',
        'round',
        'level',
      ])
      .select(['kept_levels', 'applicant_id'])
      .where('id', 'in', ids),
  )
  return rows.map(row => ({
    id: row.id,
    tenantId: row.tenant_id,
    kind: z.parse(approvalKind, row.kind),
    subjectId: row.subject_id,
    subjectVersion: row.subject_version,
    title: row.title,
    state: z.parse(caseState, row.state),
    round: row.round,
    level: row.level,
    levels: z.parse(keptLevels, row.kept_levels),
    applicantId: row.applicant_id,
  }))
}

/** Every decision on these cases, oldest first, by case. */
export async function decisionsOf(
  sql: Sql,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredDecision[]>> {
  const found = new Map<number, StoredDecision[]>()
  if (ids.length === 0) return found
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('approval_decision')
      .selectAll()
      .where('case_id', 'in', ids)
      .orderBy('at')
      .orderBy('id'),
  )
  for (const row of rows) {
    const list = found.get(row.case_id) ?? []
    found.set(row.case_id, list)
    list.push({
      round: row.round,
      level: row.level,
      seatId: row.seat_id,
      seatName: row.seat_name,
      actorId: row.actor_id,
      actorName: row.actor_name,
      verdict: z.parse(verdict, row.verdict),
      reason: row.reason,
      at: row.at,
    })
  }
  return found
}
