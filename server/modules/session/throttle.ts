// Slows down guessing: by account and address together, and by address. The rightful owner, elsewhere, is not locked out.
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'

const WINDOW_MS = 15 * MINUTE_MS
/** Free tries of one address on one account; then waiting doubles from 30 s to the whole window. */
const PAIR_TRIES = 5
const FIRST_WAIT_MS = 30_000
const ADDRESS_TRIES = 60
/** After so many failures on one account, from any address, each try waits for a second. */
const SLOW_FROM = 20
const SLOW_MS = 1_000

export interface Attempt {
  /** The credentials were right: forget the failures of this pair. */
  succeeded(): Promise<void>
}

/** Counts the attempt before it is checked, so that many at once do not all slip through. Throws when it must wait. */
export async function beginAttempt(
  data: Data,
  account: string,
  address: string,
  /** Failures on the account, from all addresses together, after which nobody tries for a while; left out: no end. */
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): Promise<Attempt> {
  const name = account.toLowerCase()
  const subjects = {
    pair: `pair:${name}|${address}`,
    address: `address:${address}`,
    account: `account:${name}`,
  }
  const all = Object.values(subjects)
  const now = Date.now()
  const { onAccount } = await data.scoped(WHOLE, async sql => {
    // One after the other for the same pair: each sees the tries before it.
    await sql.query('select pg_advisory_xact_lock(417, hashtext($1))', [subjects.pair])
    const rows = await sql.query<{ subject: string; n: number; last: number }>(
      `select subject, count(*) as n, max(at) as last from login_failure
       where subject = any($1) and at > $2 group by subject`,
      [all, now - WINDOW_MS],
    )
    const of = (subject: string) => rows.find(row => row.subject === subject) ?? { n: 0, last: 0 }
    const pair = of(subjects.pair)
    const beyond = pair.n - PAIR_TRIES
    const until = beyond < 0 ? 0 : pair.last + Math.min(WINDOW_MS, FIRST_WAIT_MS * 2 ** beyond)
    // A try that is not even checked is not counted: it must not make the next wait longer.
    const enough = of(subjects.address).n >= ADDRESS_TRIES || of(subjects.account).n >= most
    if (until > now || enough)
      throw new Refused('session.throttled', {
        params: { seconds: Math.max(1, Math.ceil((until - now) / 1000)) },
      })
    await sql.change('insert into login_failure (subject, at) select unnest($1::text[]), $2', [all, now])
    return { onAccount: of(subjects.account).n }
  })
  if (onAccount >= SLOW_FROM) await sleep(SLOW_MS)
  return {
    succeeded: () =>
      data.scoped(WHOLE, async sql => {
        await sql.change('delete from login_failure where subject = $1', [subjects.pair])
        await sql.change('delete from login_failure where subject = any($1) and at = $2', [all, now])
      }),
  }
}
