// Takes the second factor from somebody who has lost it; they come in with their password and set up another.
import { resetFactor } from '../../../src/contract/endpoints/second-factor.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { dropFactors, type Sessions } from '../session/public.ts'
import { notifyOfCredentials } from './credentials.ts'
import { refusePersonBeyond } from './rights.ts'

export function mountResetFactor(
  handlers: Handlers,
  users: Store,
  { bus, sessions }: Pick<Kernel, 'bus'> & { sessions: Sessions },
): void {
  handlers.handle(resetFactor, async ({ id }, context) => {
    const { sql, person } = context
    const found = (await readRows(users, [id], context, { lock: true })).get(id)
    if (!found) throw new Refused('row.unknown')
    // The own one asks for the password and a code.
    if (id === person.accountId) throw new Refused('forbidden.self')
    await refusePersonBeyond(context, id)
    if (!(await dropFactors(sql, id))) throw new Refused('factor.none')
    await sessions.end(sql, id)
    const { tenantId } = found
    sql.audit({
      ...by(context, tenantId),
      action: 'user.resetFactor',
      entity: 'user',
      rowId: id,
      detail: null,
    })
    await notifyOfCredentials(context, bus, { id, tenantId }, ['factor'])
    return null
  })
}
