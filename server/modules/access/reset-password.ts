// A temporary password for somebody who cannot log in: made here, shown once, replaced by its person at the first login.

import { resetPassword } from '../../../src/contract/endpoints/access.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { makePassword, type SessionConfig, type Sessions, temporaryPassword } from '../session/public.ts'
import { notifyOfCredentials } from './credentials.ts'
import { refusePersonBeyond } from './rights.ts'

export function mountResetPassword(
  handlers: Handlers,
  users: Store,
  {
    bus,
    sessions,
    config,
  }: Pick<Kernel, 'bus'> & { sessions: Sessions; config: Pick<SessionConfig, 'temporaryPasswordHours'> },
): void {
  handlers.handle(resetPassword, async ({ id }, context) => {
    const { sql, person } = context
    const found = (await readRows(users, [id], context, { lock: true })).get(id)
    if (!found) throw new Refused('row.unknown')
    // The own one asks for the old one.
    if (id === person.accountId) throw new Refused('forbidden.self')
    await refusePersonBeyond(context, id)
    const password = makePassword()
    const columns = await temporaryPassword(password, config.temporaryPasswordHours)
    const changed = await sql.first(
      `update account set password_hash = $2, password_until = $3, version = version + 1, updated_at = $4
       where id = $1 and not visitor returning id`,
      [id, columns.password_hash, columns.password_until, Date.now()],
    )
    if (!changed) throw new Refused('forbidden')
    await sessions.end(sql, id)
    const { tenantId } = found
    sql.audit({
      ...by(context, tenantId),
      action: 'user.resetPassword',
      entity: 'user',
      rowId: id,
      detail: { until: columns.password_until },
    })
    await notifyOfCredentials(context, bus, { id, tenantId }, ['password'])
    return { password, expiresAt: columns.password_until }
  })
}
