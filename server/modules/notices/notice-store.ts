// The message centre: everybody sees and marks their own rows.
import { readAllNotices } from '../../../src/contract/endpoints/message.ts'
import { notice } from '../../../src/domain/notice/notice.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import type { Handlers } from '../../http/handlers.ts'

const put =
  (state: 'read' | 'unread') =>
  async ({ context, row, at }: Commanding) => {
    if (row.state === state) return
    await context.sql.change(
      'update notice set state = $2, read_at = $3, version = version + 1, updated_at = $4 where id = $1',
      [row.id, state, state === 'read' ? at : null, Date.now()],
    )
  }

export function noticeStore(bus: Bus): Store {
  return {
    entity: notice,
    table: {
      name: 'notice',
      // What is unread stands first, the newest first.
      order: { at: `(t.state = 'unread', t.at)` },
      columns: {
        unanswered: `(t.subject = 'alarm' and exists (
          select from alarm a where a.id = t.subject_id and a.status = 'open'))`,
      },
      visible: ({ person }, bind) => `t.account_id = ${bind(person.accountId)}`,
      // The badge of the person's other pages follows.
      afterChange: async ({ context: { sql, person } }) => {
        sql.afterCommit(() => bus.emit('notice.changed', { accountIds: [person.accountId] }))
      },
      commands: { read: put('read'), unread: put('unread') },
    },
  }
}

export function mountNoticeCentre(handlers: Handlers, bus: Bus): void {
  handlers.handle(readAllNotices, async ({ until }, { person, sql }) => {
    const now = Date.now()
    const rows = await sql.query(
      `update notice set state = 'read', read_at = $3, version = version + 1, updated_at = $3
       where account_id = $1 and state = 'unread' and at <= $2 and removed_at is null returning id`,
      [person.accountId, until, now],
    )
    if (rows.length > 0) sql.afterCommit(() => bus.emit('notice.changed', { accountIds: [person.accountId] }))
    return { changed: rows.length }
  })
}
