// Slows down guessing: by account and address together, and by address. The rightful owner, elsewhere, is not locked out.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'

const WINDOW_MS = 15 * 60_000
/** Free tries of one address on one account; then waiting doubles from 30 s to the whole window. */
const PAIR_TRIES = 5
const FIRST_WAIT_MS = 30_000
const ADDRESS_TRIES = 60
/** From so many failures on one account, wherever from, each try takes a second longer. */
const SLOW_FROM = 20
const SLOW_MS = 1_000

export interface Attempt {
  /** The credentials were right: forget the failures of this pair. */
  succeeded(): Promise<void>
}

/** Counts the attempt before it is checked, so that many at once do not all slip through. Throws when it must wait. */
export async function beginAttempt(data: Data, account: string, address: string): Promise<Attempt> {
  const name = account.toLowerCase()
  const subjects = {
    pair: `pair:${name}|${address}`,
    address: `address:${address}`,
    account: `account:${name}`,
  }
  const now = Date.now()
  const all = Object.values(subjects)
  await data.scoped(WHOLE, sql =>
    sql.change('insert into login_failure (subject, at) select unnest($1::text[]), $2', [all, now]),
  )
  const rows = await data.scoped(WHOLE, sql =>
    sql.query<{ subject: string; n: number; last: number | null }>(
      `select subject, count(*) as n, max(at) filter (where at < $3) as last
       from login_failure where subject = any($1) and at > $2 group by subject`,
      [all, now - WINDOW_MS, now],
    ),
  )
  const counted = (subject: string) => (rows.find(row => row.subject === subject)?.n ?? 1) - 1
  const forget = (which: string[], from: number) =>
    data.scoped(WHOLE, sql =>
      sql.change('delete from login_failure where subject = any($1) and at >= $2', [which, from]),
    )
  const beyond = counted(subjects.pair) - PAIR_TRIES
  const last = rows.find(row => row.subject === subjects.pair)?.last ?? now
  const until = beyond < 0 ? 0 : last + Math.min(WINDOW_MS, FIRST_WAIT_MS * 2 ** beyond)
  if (until > now || counted(subjects.address) >= ADDRESS_TRIES) {
    // A try that was not even checked does not make the next wait longer.
    await forget(all, now)
    throw new Refused('session.throttled', {
      params: { seconds: Math.max(1, Math.ceil((until - now) / 1000)) },
    })
  }
  if (counted(subjects.account) >= SLOW_FROM) await sleep(SLOW_MS)
  return {
    succeeded: async () => {
      await forget([subjects.pair], 0)
      await forget([subjects.address, subjects.account], now)
    },
  }
}
