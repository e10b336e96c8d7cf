// What was said aloud can be read afterwards by everybody it was said to. An alarm has a line of its own.
import { WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import { addNotices, audienceOf } from './fan-out.ts'

/** Starts writing down; answers the function that stops it. */
export function writeSpoken({ data, bus, log }: Pick<Kernel, 'data' | 'bus' | 'log'>): () => void {
  return bus.on(
    'notice.spoken',
    ({ tenantId, departmentId, accountIds, msgContent, alarm, author, at = Date.now() }) => {
      if (alarm) return
      data
        .scoped(WHOLE, async sql => {
          // Who speaks to no department in particular speaks to everybody.
          const within = author !== undefined && departmentId === null ? 'tenant' : 'scope'
          const people = await audienceOf(sql, { tenantId, departmentId }, 'notice.read', within)
          const heard = accountIds ? people.filter(id => accountIds.includes(id)) : people
          const notified = await addNotices(sql, tenantId, heard, {
            kind: 'spoken',
            subject: null,
            subjectId: null,
            imei: null,
            who: author ?? null,
            place: null,
            content: msgContent,
            at,
          })
          if (notified.length > 0)
            sql.afterCommit(() =>
              bus.emit('notice.added', { tenantId, kind: 'spoken', accountIds: notified }),
            )
        })
        .catch(error => log.warn({ err: error }, 'A spoken notice could not be written down'))
    },
  )
}
