// The message centre follows its alarms: what somebody has in hand is read for everybody who need not see it any more.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'

/** Taken: read for all, but whom a colleague asked to see to it must know of that. Handled: read for all. */
export type Settled =
  | { is: 'taken' | 'acknowledged'; by: number }
  | { is: 'handled' }
  | { is: 'open'; by: number }

const AT_FIRST = `('sos', 'alarm', 'escalated')`

/** Marks the lines of an alarm as read; given back, they are unread again for all but who gave it back. */
export async function settleNotices(sql: Sql, bus: Bus, alarmId: number, to: Settled): Promise<void> {
  const lines = `subject = 'alarm' and subject_id = $1 and removed_at is null`
  const set = (state: 'read' | 'unread', which: string, by: number) =>
    sql.query<{ accountId: number }>(
      `update notice set state = '${state}', read_at = ${state === 'read' ? '$2::bigint' : 'null'}, updated_at = $2,
         version = version + 1
       where ${lines} and state <> '${state}' and ${which} returning account_id as "accountId"`,
      [alarmId, Date.now(), by],
    )
  const rows = await {
    taken: (by: number) => set('read', `(kind <> 'assigned' or account_id = $3)`, by),
    acknowledged: (by: number) => set('read', 'account_id = $3', by),
    handled: () => set('read', '$3::bigint = 0', 0),
    open: (by: number) => set('unread', `kind in ${AT_FIRST} and account_id <> $3`, by),
  }[to.is]('by' in to ? to.by : 0)
  const accountIds = [...new Set(rows.map(row => row.accountId))]
  if (accountIds.length > 0) sql.afterCommit(() => bus.emit('notice.changed', { accountIds }))
}
