// SMS codes: six digits, bound to one request and number, five tries, ten minutes, single use.
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Texts } from '../texts/public.ts'

const LIFE_MS = 10 * MINUTE_MS
const TRIES = 5
const GAP_SECONDS = 60
const HOURLY = 5
const DAILY = 10
const HOURLY_PER_ADDRESS = 30

export interface SmsCodes {
  /** Sends a code if the number belongs to somebody; answers and takes its time alike when it does not. */
  send(phone: string, address: string): Promise<{ requestId: string; retryAfterSeconds: number }>
  /** Uses a code up; throws unless it is right. */
  check(request: { requestId: string; phone: string; code: string }): Promise<void>
}

export function createSmsCodes(
  data: Data,
  texts: Pick<Texts, 'way' | 'send'>,
  key: Buffer,
  log: (error: unknown) => void,
  /** Whether somebody with the number may be sent a code; left out: who has an account of the console. */
  isKnown: (sql: Sql, phone: string) => Promise<boolean> = hasAccount,
): SmsCodes {
  const hashOf = (requestId: string, phone: string, code: string) =>
    createHmac('sha256', key).update(`${requestId}\n${phone}\n${code}`).digest()
  return {
    send: async (phone, address) => {
      if (!texts.way) throw new Refused('session.noTexts')
      const requestId = randomBytes(18).toString('base64url')
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const known = await data.scoped(WHOLE, async sql => {
        const now = Date.now()
        // One after the other for a number: of two requests at once the second must count the first.
        await sql.query('select pg_advisory_xact_lock(416, hashtext($1))', [phone])
        const recent = await sql.query<{ at: number }>(
          'select created_at as at from sms_code where phone = $1 and created_at > $2 order by created_at desc',
          [phone, now - DAY_MS],
        )
        const wait = GAP_SECONDS * 1000 - (now - (recent[0]?.at ?? 0))
        if (wait > 0)
          throw new Refused('session.codeTooSoon', { params: { seconds: Math.ceil(wait / 1000) } })
        const lastHour = recent.filter(({ at }) => at > now - HOUR_MS).length
        const fromAddress = await sql.first<{ n: number }>(
          'select count(*) as n from sms_code where address = $1 and created_at > $2',
          [address, now - HOUR_MS],
        )
        if (lastHour >= HOURLY || recent.length >= DAILY || (fromAddress?.n ?? 0) >= HOURLY_PER_ADDRESS)
          throw new Refused('session.codeTooMany')
        await sql.change(
          'insert into sms_code (request_id, phone, code_hash, created_at, expires_at, address) values ($1, $2, $3, $4, $5, $6)',
          [requestId, phone, hashOf(requestId, phone, code), now, now + LIFE_MS, address],
        )
        return isKnown(sql, phone)
      })
      // Not waited for: the time to deliver would tell whether the number is known.
      if (known) texts.send(phone, { about: 'code', code }).catch(log)
      return { requestId, retryAfterSeconds: GAP_SECONDS }
    },
    check: async ({ requestId, phone, code }) => {
      const now = Date.now()
      const row = await data.scoped(WHOLE, sql =>
        sql.first<{ code_hash: Buffer }>(
          `update sms_code set tries = tries + 1 where request_id = $1 and phone = $2 and used_at is null and expires_at > $3
             and tries < ${TRIES} returning code_hash`,
          [requestId, phone, now],
        ),
      )
      const right = timingSafeEqual(row?.code_hash ?? Buffer.alloc(32), hashOf(requestId, phone, code))
      if (!row || !right) throw new Refused('session.badCode', { field: 'code' })
      const used = await data.scoped(WHOLE, sql =>
        sql.change('update sms_code set used_at = $2 where request_id = $1 and used_at is null', [
          requestId,
          now,
        ]),
      )
      if (used === 0) throw new Refused('session.badCode', { field: 'code' })
    },
  }
}

async function hasAccount(sql: Sql, phone: string): Promise<boolean> {
  const account = await firstOf(
    sql,
    tables
      .selectFrom('account')
      .select('id')
      .where('phone', '=', phone)
      .where('removed_at', 'is', null)
      .where('status', '=', 'enabled'),
  )
  return account !== undefined
}
