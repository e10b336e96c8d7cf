// The review of an announcement: what approvers are shown, and what becomes of it when they are done.
import { announcementAfter } from '../../../src/domain/announcement/announcement-step.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { type ApprovalHandler, type Ask, reviseCase } from '../approvals/public.ts'
import { audienceNames, countOf } from './audience.ts'
import { announcementOf, type StoredAnnouncement } from './rows.ts'

/** Asks for approval of the text as it is now; whoever was looking at an older one is refused. */
export async function beginRound(sql: Sql, bus: Bus, row: StoredAnnouncement): Promise<void> {
  const names = await audienceNames(sql, row)
  const people = await countOf(sql, row)
  const lines: Ask['lines'] = [
    names === undefined
      ? { label: 'audience', value: row.audience, as: 'word' }
      : { label: 'audience', value: names },
    { label: 'count', value: String(people), as: 'number' },
    ...(row.publishAt === null
      ? []
      : [{ label: 'publishAt' as const, value: String(row.publishAt), as: 'moment' as const }]),
    ...(row.expiresAt === null
      ? []
      : [{ label: 'expiresAt' as const, value: String(row.expiresAt), as: 'moment' as const }]),
    ...(row.mustConfirm ? [{ label: 'with' as const, value: 'mustConfirm', as: 'word' as const }] : []),
    ...(row.spoken ? [{ label: 'with' as const, value: 'spoken', as: 'word' as const }] : []),
  ]
  await reviseCase(
    { sql, bus, tenantId: row.tenantId },
    {
      kind: 'announcement',
      subjectId: row.id,
      subjectVersion: row.version,
      applicantId: row.authorId,
      title: row.title,
      body: row.content,
      lines,
      pictures: row.pictures,
      dueAt: row.publishAt,
    },
  )
}

/** `wake`: something may be due to be published now. */
export const announcementApproval = (wake: () => void): ApprovalHandler => ({
  kind: 'announcement',
  currentVersion: async (sql, id) => {
    const row = await announcementOf(sql, id, 'skip')
    return row?.state === 'inReview' ? row.version : undefined
  },
  settled: async (sql, { subjectId, outcome, by, reason, at }) => {
    const row = await announcementOf(sql, subjectId)
    const step = row && announcementAfter(row, outcome === 'approved' ? 'agreed' : 'sentBack', at)
    if (!step) return
    await rowsOf(
      sql,
      tables
        .updateTable('announcement')
        .set({
          state: step.state,
          reviewer_name: by.name,
          review_reason: reason,
          review_outcome: outcome,
          changed_by_name: by.name,
          version: row.version + 1,
          updated_at: at,
        })
        .where('id', '=', subjectId)
        .returning('id'),
    )
    if (step.state === 'scheduled') sql.afterCommit(wake)
  },
})
