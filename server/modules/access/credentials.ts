// What somebody logs in with (name, phone, e-mail address), and the notice that somebody else has changed it.
import type { Bus } from '../../bus.ts'
import type { Saving } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { addNotices } from '../notices/public.ts'

/** A name is one half of every login; a phone takes codes; an address is where a lost password is asked about. */
const CREDENTIALS = ['username', 'phone', 'email', 'password'] as const
export type Credential = (typeof CREDENTIALS)[number]
/** What a person is told of: a second factor is in no form. */
type Told = Credential | 'factor'

/** Which of them a save changes; what the form leaves out stays. */
export function changedCredentials({ before, input }: Pick<Saving, 'before' | 'input'>): Credential[] {
  if (!before) return []
  return CREDENTIALS.filter(
    name => input[name] !== undefined && (input[name] || null) !== (before[name] || null),
  )
}

/** The person learns of it in the message centre, wherever they come in again. */
export async function notifyOfCredentials(
  { sql, person }: Pick<Context, 'sql' | 'person'>,
  bus: Bus,
  { id, tenantId }: { id: number; tenantId: number },
  changed: readonly Told[],
): Promise<void> {
  const accountIds = await addNotices(sql, tenantId, [id], {
    kind: 'account',
    subject: null,
    subjectId: null,
    imei: null,
    who: person.name,
    place: null,
    content: changed.join(','),
    at: Date.now(),
  })
  sql.afterCommit(() => bus.emit('notice.added', { tenantId, kind: 'account', accountIds }))
}
