// Who has read and confirmed an announcement.
import * as z from 'zod/mini'
import { announcementReceipts, MOST_RECEIPTS } from '../../../src/contract/endpoints/approval.ts'
import { receiptState } from '../../../src/domain/announcement/receipt.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'

export function mountAnnouncements(handlers: Handlers, announcements: Store): void {
  handlers.handle(announcementReceipts, async ({ id }, context) => {
    const { id: announcementId } = await readRow(announcements, id, context)
    const rows = await rowsOf(
      context.sql,
      tables
        .selectFrom('announcement_receipt as r')
        .innerJoin('account as a', 'a.id', 'r.account_id')
        .leftJoin('department as d', 'd.id', 'a.department_id')
        .select(['r.account_id', 'a.name', 'd.name as department', 'r.state', 'r.read_at', 'r.confirmed_at'])
        .where('r.announcement_id', '=', announcementId)
        .where('r.removed_at', 'is', null)
        .orderBy('a.name')
        .orderBy('a.id')
        .limit(MOST_RECEIPTS),
    )
    return rows.map(row => ({
      accountId: row.account_id,
      name: row.name,
      departmentName: row.department,
      state: z.parse(receiptState, row.state),
      readAt: row.read_at,
      confirmedAt: row.confirmed_at,
    }))
  })
}
