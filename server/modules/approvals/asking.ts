// Opens, renews and withdraws cases for the modules whose things are approved, inside their transactions.
import * as z from 'zod/mini'
import { type CaseLine, caseLine } from '../../../src/domain/approval/approval-case.ts'
import { levelsOf } from '../../../src/domain/approval/approval-flow.ts'
import { levelsInUse } from '../../../src/domain/approval/flow-rule.ts'
import { type ApprovalKind, levelNeed } from '../../../src/domain/approval/kinds.ts'
import type { Level } from '../../../src/domain/approval/standing.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { type Asking, settleAsked, tellApprovers, tellQueues } from './telling.ts'

/** What is asked: a thing of the caller's, as it is now. */
export interface Ask {
  kind: ApprovalKind
  subjectId: number
  /** `version` of the thing: whoever decides on another one than this is refused. */
  subjectVersion: number
  /** Account of who asks. Nobody decides on their own. */
  applicantId: number
  title: string
  /** Text whose changes since the last round are marked. */
  body?: string
  lines?: readonly CaseLine[]
  /** Addresses of uploaded pictures, `/files/…`. */
  pictures?: readonly string[]
  /** Until when it should be decided, epoch ms. */
  dueAt?: number | null
}

/** Those who see approval nodes decide where a tenant has set none up for the kind: one level, any of them. */
const USUAL_APPROVERS = 'approvalFlow.read'

interface Flow {
  id: number | null
  version: number | null
  levels: Level[]
}

async function flowOf(sql: Sql, tenantId: number, kind: ApprovalKind): Promise<Flow> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('approval_flow')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null),
  )
  if (!row) return { id: null, version: null, levels: [await usualLevel(sql, tenantId)] }
  const need = (stored: string) => z.parse(levelNeed, stored)
  const levels = levelsOf({
    userIds1: row.user_ids1.map(Number),
    roleIds1: row.role_ids1.map(Number),
    need1: need(row.need1),
    userIds2: row.user_ids2.map(Number),
    roleIds2: row.role_ids2.map(Number),
    need2: need(row.need2),
    userIds3: row.user_ids3.map(Number),
    roleIds3: row.role_ids3.map(Number),
    need3: need(row.need3),
  })
  return { id: row.id, version: row.version, levels: levelsInUse(levels) }
}

async function usualLevel(sql: Sql, tenantId: number): Promise<Level> {
  const roles = await rowsOf(
    sql,
    tables
      .selectFrom('role as r')
      .innerJoin('role_resource as rr', 'rr.role_id', 'r.id')
      .innerJoin('resource as m', 'm.id', 'rr.resource_id')
      .select('r.id')
      .distinct()
      .where('r.tenant_id', '=', tenantId)
      .where('r.removed_at', 'is', null)
      .where('m.mark', '=', USUAL_APPROVERS)
      .orderBy('r.id'),
  )
  return { userIds: [], roleIds: roles.map(({ id }) => id), need: 'any' }
}

async function applicantName(sql: Sql, { applicantId }: Ask): Promise<string> {
  const row = await firstOf(sql, tables.selectFrom('account').select('name').where('id', '=', applicantId))
  return row?.name ?? ''
}

const namedIn = (levels: readonly Level[]) => ({
  user_ids: [...new Set(levels.flatMap(({ userIds }) => [...userIds]))],
  role_ids: [...new Set(levels.flatMap(({ roleIds }) => [...roleIds]))],
})

/** What a case holds of the round that begins: the thing as it is now, by the levels that are set up now. */
async function roundOf({ sql, tenantId }: Asking, ask: Ask, now: number) {
  const flow = await flowOf(sql, tenantId, ask.kind)
  return {
    subject_version: ask.subjectVersion,
    state: 'pending',
    flow_id: flow.id,
    flow_version: flow.version,
    kept_levels: JSON.stringify(flow.levels),
    ...namedIn(flow.levels),
    applicant_id: ask.applicantId,
    applicant_name: await applicantName(sql, ask),
    title: ask.title,
    asked_at: now,
    due_at: ask.dueAt ?? null,
  }
}

/** Opens a case and tells those who are asked first. Answers its id. */
export async function openCase(asking: Asking, ask: Ask): Promise<number> {
  const { sql, tenantId } = asking
  const now = Date.now()
  const row = await firstOf(
    sql,
    tables
      .insertInto('approval_case')
      .values({
        tenant_id: tenantId,
        created_at: now,
        updated_at: now,
        kind: ask.kind,
        subject_id: ask.subjectId,
        ...(await roundOf(asking, ask, now)),
      })
      .returning('id'),
  )
  if (!row) throw new Error('A case was not stored')
  await keepRound(asking, ask, { caseId: row.id, round: 1, now })
  await tellApprovers(asking, row.id)
  tellQueues(asking, { id: row.id, version: 1 })
  return row.id
}

/** Begins another round with the thing as it is now, after it was returned or changed; opens a case where none is open. */
export async function reviseCase(asking: Asking, ask: Ask): Promise<number> {
  const { sql } = asking
  const open = await openOne(asking, ask)
  if (!open) return openCase(asking, ask)
  const now = Date.now()
  const round = open.round + 1
  await rowsOf(
    sql,
    tables
      .updateTable('approval_case')
      .set({
        version: open.version + 1,
        updated_at: now,
        round,
        level: 1,
        ...(await roundOf(asking, ask, now)),
        last_by_name: null,
        last_reason: null,
      })
      .where('id', '=', open.id)
      .returning('id'),
  )
  await keepRound(asking, ask, { caseId: open.id, round, now })
  await settleAsked(asking, open.id)
  await tellApprovers(asking, open.id)
  tellQueues(asking, { id: open.id, version: open.version + 1 })
  return open.id
}

/** Withdraws what is open for a thing; answers whether anything was. The handler of the kind is not called. */
export async function withdrawCase(
  asking: Asking,
  { kind, subjectId }: Pick<Ask, 'kind' | 'subjectId'>,
): Promise<boolean> {
  const open = await openOne(asking, { kind, subjectId })
  if (!open) return false
  const now = Date.now()
  await rowsOf(
    asking.sql,
    tables
      .updateTable('approval_case')
      .set({ version: open.version + 1, updated_at: now, state: 'withdrawn', settled_at: now })
      .where('id', '=', open.id)
      .returning('id'),
  )
  await settleAsked(asking, open.id)
  tellQueues(asking, { id: open.id, version: open.version + 1 })
  return true
}

/** The case that is open for a thing, locked. */
const openOne = ({ sql, tenantId }: Asking, { kind, subjectId }: Pick<Ask, 'kind' | 'subjectId'>) =>
  firstOf(
    sql,
    tables
      .selectFrom('approval_case')
      .select(['id', 'version', 'round'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .where('state', 'in', ['pending', 'returned'])
      .forUpdate(),
  )

/** The cases that are open for things of a kind, by the thing. */
export async function openCasesOf(
  sql: Sql,
  tenantId: number,
  { kind, subjectIds }: { kind: Ask['kind']; subjectIds: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  if (subjectIds.length === 0) return new Map()
  const open = await rowsOf(
    sql,
    tables
      .selectFrom('approval_case')
      .select(['id', 'subject_id'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('subject_id', 'in', subjectIds)
      .where('state', 'in', ['pending', 'returned']),
  )
  return new Map(open.map(({ id, subject_id }) => [subject_id, id]))
}

async function keepRound(
  { sql, tenantId }: Asking,
  ask: Ask,
  { caseId, round, now }: { caseId: number; round: number; now: number },
): Promise<void> {
  await rowsOf(
    sql,
    tables
      .insertInto('approval_round')
      .values({
        tenant_id: tenantId,
        case_id: caseId,
        round,
        subject_version: ask.subjectVersion,
        title: ask.title,
        body: ask.body ?? '',
        lines: JSON.stringify(z.parse(z.array(caseLine), ask.lines ?? [])),
        pictures: JSON.stringify(ask.pictures ?? []),
        asked_at: now,
      })
      .returning('round'),
  )
}
