// The own sessions: where somebody is logged in, and ending one of them or all others.

import { endOwnSessions, ownSessions } from '../../../src/contract/endpoints/session.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { limitsOf } from './read-rules.ts'
import type { SessionServices } from './session-services.ts'
import type { Sessions } from './sessions.ts'
import { type LimitConfig, limitsOfInstallation } from './settings.ts'

/** Letters of a token's hash: enough to tell one person's sessions apart, and useless for anything else. */
const ID_LETTERS = 16

interface Row {
  hash: string
  opened_at: number
  seen_at: number
  address: string | null
  agent: string | null
}

export function mountOwnSessions(
  handlers: Handlers,
  { sessions, config }: { sessions: Sessions; config: LimitConfig },
  { checkOwnPassword }: SessionServices,
): void {
  const idOf = (hash: string) => hash.slice(0, ID_LETTERS)
  handlers.handle(ownSessions, async (_, { sql, person, tokenHash }) => {
    const now = Date.now()
    const limits = await limitsOf(sql, person.tenantId, limitsOfInstallation(config))
    const rows = await sql.query<Row>(
      `select encode(token_hash, 'hex') as hash, created_at as opened_at, seen_at, address, agent from session
       where account_id = $1 and expires_at > $2 and seen_at > $3 and created_at > $4 order by seen_at desc`,
      [person.accountId, now, now - limits.idleMinutes * MINUTE_MS, now - limits.sessionHours * HOUR_MS],
    )
    return rows.map(({ hash, opened_at, seen_at, address, agent }) => ({
      session: idOf(hash),
      current: hash === tokenHash,
      openedAt: opened_at,
      seenAt: seen_at,
      address,
      agent,
    }))
  })
  handlers.handle(endOwnSessions, async ({ session, password }, context) => {
    const { sql, person, tokenHash, address } = context
    await checkOwnPassword(person.accountId, password, address, 'password')
    if (session === undefined) await sessions.end(sql, person.accountId, { but: tokenHash })
    else {
      const row = await sql.first<{ hash: string }>(
        `select encode(token_hash, 'hex') as hash from session
         where account_id = $1 and left(encode(token_hash, 'hex'), ${ID_LETTERS}) = $2`,
        [person.accountId, session],
      )
      if (!row) throw new Refused('row.unknown')
      await sessions.end(sql, person.accountId, { only: row.hash })
    }
    sql.audit({
      ...by(context, person.tenantId),
      action: 'session.endOwn',
      entity: null,
      rowId: null,
      detail: { which: session === undefined ? 'others' : 'one' },
    })
    return null
  })
}
