// Publishes to people's consoles that their message centre has changed, once for all that happened meanwhile.
import type { NoticeKind } from '../../../src/domain/notice/notice.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import type { Outlet } from '../../outlet.ts'

interface Given extends Pick<Kernel, 'bus' | 'log'> {
  data: Data
  outlet: () => Outlet
}

interface Count {
  accountId: number
  unread: number
  newest: number | null
}

/** Starts telling; answers the function that stops it. */
export function publishUnread({ data, bus, log, outlet }: Given): () => void {
  // Kind of the newest row by account; undefined where only something was read.
  let due = new Map<number, NoticeKind | undefined>()
  let awake = false

  const flush = async () => {
    while (due.size > 0) {
      const now = due
      due = new Map()
      const counts = await data.scoped(WHOLE, sql =>
        sql.query<Count>(
          `select a as "accountId",
             (select count(*)::int from notice where account_id = a and state = 'unread' and removed_at is null) as unread,
             (select max(id) from notice where account_id = a and removed_at is null) as newest
           from unnest($1::bigint[]) as a`,
          [[...now.keys()]],
        ),
      )
      for (const { accountId, unread, newest } of counts) {
        const kind = now.get(accountId) ?? null
        outlet().toPerson(accountId, { code: 'notice', id: kind && newest, kind, unread })
      }
    }
  }
  const tell = (accountIds: readonly number[], kind: NoticeKind | undefined) => {
    for (const id of accountIds) due.set(id, kind ?? due.get(id))
    if (awake || due.size === 0) return
    awake = true
    // After this turn: a hundred rows marked at once are one message.
    setImmediate(() => {
      flush()
        .catch(error => log.warn({ err: error }, 'Unread notices could not be published'))
        .finally(() => {
          awake = false
          // What came in the last moment.
          tell([], undefined)
        })
    })
  }
  const stops = [
    bus.on('notice.added', ({ accountIds, kind }) => tell(accountIds, kind)),
    bus.on('notice.changed', ({ accountIds }) => tell(accountIds, undefined)),
  ]
  return () => {
    due = new Map()
    for (const stop of stops) stop()
  }
}
