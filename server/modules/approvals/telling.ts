// Who hears of a case: those whose turn it is, who asked, and once it has committed all who look at a queue.
import type { CaseState } from '../../../src/domain/approval/kinds.ts'
import { type Standing, standingOf } from '../../../src/domain/approval/standing.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { addManyNotices, type NoticeFor } from '../notices/public.ts'
import { readBook } from './book.ts'
import { casesOf, decisionsOf, type StoredCase } from './rows.ts'

/** Where a case is opened: in the caller's transaction, for a tenant. */
export interface Asking {
  sql: Sql
  bus: Bus
  tenantId: number
}

/** Everybody who may decide now has it in the message centre. */
export async function tellApprovers(asking: Asking, caseId: number): Promise<void> {
  const { sql, tenantId } = asking
  const [found] = await casesOf(sql, [caseId])
  if (found?.state !== 'pending') return
  const decisions = (await decisionsOf(sql, [caseId])).get(caseId) ?? []
  const book = await readBook(sql, tenantId, found.levels, [found.applicantId])
  const standing = standingOf(found, decisions, book, Date.now())
  const { waiting } = standing
  await noteAttended(sql, caseId, isAttended(standing))
  await tell(asking, {
    draft: draftOf(found, { kind: 'approval', who: book.nameOf(found.applicantId), content: found.title }),
    accountIds: [...new Set(waiting.flatMap(({ actors }) => [...actors]))],
    again: 'anew',
  })
}

/** Whether anybody of the level can decide, so that it does not fall to the administrators. */
export const isAttended = ({ waiting, byAdministrator }: Standing): boolean =>
  !byAdministrator && waiting.length > 0

/** Keeps it with the case; false when it stood there already. */
export async function noteAttended(sql: Sql, caseId: number, attended: boolean): Promise<boolean> {
  const changed = await rowsOf(
    sql,
    tables
      .updateTable('approval_case')
      .set({ attended })
      .where('id', '=', caseId)
      .where('attended', '<>', attended)
      .returning('id'),
  )
  return changed.length > 0
}

/** Administrators hear that nobody of the level is left: it falls to them, and they can name somebody. */
export function tellAdministrators(
  asking: Asking,
  found: StoredCase,
  administrators: readonly number[],
): Promise<void> {
  return tell(asking, {
    draft: draftOf(found, { kind: 'unattended', who: found.title, content: 'approval' }),
    accountIds: administrators,
    again: 'anew',
  })
}

/** What people were asked for is off their hands: all who were asked on the level, or these. */
export async function settleAsked(
  { sql, bus }: Asking,
  caseId: number,
  of?: readonly number[],
): Promise<void> {
  const now = Date.now()
  let read = tables
    .updateTable('notice')
    .set(({ eb, ref }) => ({
      state: 'read',
      read_at: now,
      updated_at: now,
      version: eb(ref('version'), '+', 1),
    }))
    .where('kind', 'in', ['approval', 'unattended'])
    .where('subject', '=', 'approvalCase')
    .where('subject_id', '=', caseId)
    .where('state', '=', 'unread')
  if (of !== undefined) read = read.where('account_id', 'in', of)
  const rows = await rowsOf(sql, read.returning('account_id'))
  if (rows.length > 0)
    sql.afterCommit(() =>
      bus.emit('notice.changed', { accountIds: rows.map(({ account_id }) => account_id) }),
    )
}

/** Who asked hears how it ended; `state` is a word that the console translates. */
export async function tellApplicant(asking: Asking, found: StoredCase, state: CaseState): Promise<void> {
  await tell(asking, {
    draft: draftOf(found, { kind: 'approvalEnd', who: found.title, content: state }),
    accountIds: [found.applicantId],
    again: 'anew',
  })
}

const draftOf = (
  { id, tenantId }: StoredCase,
  what: Pick<NoticeFor['draft'], 'kind' | 'who' | 'content'>,
): NoticeFor['draft'] => ({
  ...what,
  tenantId,
  subject: 'approvalCase',
  subjectId: id,
  imei: null,
  place: null,
  at: Date.now(),
})

async function tell({ sql, bus }: Asking, notice: NoticeFor): Promise<void> {
  const noted = await addManyNotices(sql, [notice])
  sql.afterCommit(() => {
    for (const each of noted) bus.emit('notice.added', each)
  })
}

export function tellQueues({ sql, bus, tenantId }: Asking, row: { id: number; version: number }): void {
  sql.afterCommit(() =>
    bus.emit('rows.changed', { tenantId, departmentId: 'any', entity: 'approvalCase', rows: [row] }),
  )
}
