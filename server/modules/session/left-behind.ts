// What a browser says after a session is over there: that it be ended here too, and how much waits unsent.
import { revokeSession, tellUnsent } from '../../../src/contract/endpoints/left-behind.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Caller, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Handles, Purpose } from './handles.ts'
import type { Sessions } from './sessions.ts'

/** Browsers remembered for one person: who makes up more of them forgets the oldest. */
const MOST_BROWSERS = 20

/** Limit for one session: a browser reports its end once, and again if the answer was lost. */
const REVOKED = { perSecond: 0.1, atOnce: 5 }
/** Limit for all browsers of one person: each reports when its number changes. */
const LOGGED = { perSecond: 1, atOnce: 60 }
/** Limit for invalid handles of one address. Valid ones do not count: many people share an address. */
const GUESSED = { perSecond: 0.1, atOnce: 20 }

interface Given {
  data: Data
  sessions: Sessions
  handles: Handles
  now?: () => number
}

export function mountLeftBehind(
  handlers: Handlers,
  { data, sessions, handles, now = Date.now }: Given,
): void {
  const mayRevoke = createBucket(REVOKED, now)
  const mayTell = createBucket(LOGGED, now)
  const mayGuess = createBucket(GUESSED, now)
  /** What a handle names; the database is not asked more often than its browser has reason to. */
  const named = (purpose: Purpose, handle: string, { address }: Caller, may: (what: string) => boolean) => {
    const what = handles.read(purpose, handle)
    if (what === undefined && mayGuess(address)) throw new Refused('forbidden')
    if (what === undefined || !may(what)) throw new Refused('throttled', { status: 429 })
    return what
  }

  handlers.handleOpen(revokeSession, async ({ handle }, caller) => {
    const tokenHash = named('revoke', handle, caller, mayRevoke)
    await data.scoped(WHOLE, async sql => {
      const row = await sql.first<{ account_id: number; tenant_id: number; username: string }>(
        `select s.account_id, s.tenant_id, a.username from session s join account a on a.id = s.account_id
         where s.token_hash = $1 for update of s`,
        [Buffer.from(tokenHash, 'hex')],
      )
      if (!row) return
      await sessions.end(sql, row.account_id, { only: tokenHash })
      sql.audit({
        tenantId: row.tenant_id,
        userId: row.account_id,
        userName: row.username,
        address: caller.address,
        action: 'session.logout',
        entity: null,
        rowId: null,
        detail: { late: true },
      })
    })
    return null
  })

  handlers.handleOpen(tellUnsent, async ({ handle, browser, count, oldestAt }, caller) => {
    const account = named('tell', handle, caller, mayTell)
    await data.scoped(WHOLE, async sql => {
      const now = Date.now()
      if (count === 0) {
        await sql.change('delete from unsent_work where account_id = $1 and browser = $2', [
          Number(account),
          browser,
        ])
        return
      }
      await sql.change(
        `insert into unsent_work (tenant_id, account_id, browser, agent, count, oldest_at, told_at)
         select tenant_id, id, $2, $3, $4, $5, $6 from account where id = $1 and removed_at is null
         on conflict (account_id, browser)
         do update set agent = excluded.agent, count = excluded.count, oldest_at = excluded.oldest_at, told_at = excluded.told_at`,
        [Number(account), browser, browserOf(caller), count, Math.min(oldestAt ?? now, now), now],
      )
      await sql.change(
        `delete from unsent_work where account_id = $1 and browser not in
           (select browser from unsent_work where account_id = $1 order by told_at desc limit ${MOST_BROWSERS})`,
        [Number(account)],
      )
    })
    return null
  })
}

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
] as const
const BROWSERS = [
  [/Edg/, 'Edge'],
  [/Firefox/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const

/** Browser and system in a word each, as people name them. */
function browserOf({ agent }: Pick<Caller, 'agent'>): string | null {
  if (agent === null) return null
  const named = [BROWSERS, SYSTEMS].flatMap(list => list.find(([sign]) => sign.test(agent))?.[1] ?? [])
  return named.length > 0 ? named.join(', ') : null
}
