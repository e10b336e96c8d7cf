// How many text messages alarms and emergencies may cause: a storm must neither bury a phone nor empty the account at the carrier.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'

/** Of one phone: the first few of a storm say that there is one; the console has the rest. */
const MOST_IN_MINUTES = { minutes: 10, most: 5 }
const MOST_IN_A_DAY = 40
/** Of all phones of a tenant. */
const MOST_OF_A_TENANT_IN_AN_HOUR = 300

/** Something that people are to hear of by text message. */
export interface TextWish {
  tenantId: number
  /** Null: it is of no alarm. */
  alarmId: number | null
  people: readonly number[]
  /** The smaller, the sooner when not all can. */
  rank: number
}

export interface Text {
  accountId: number
  phone: string
}

/**
 * Who gets a text message of each wish, written down before anything is sent. Only people with a phone. Two processes at once: the second waits and counts what the first has written.
 */
export async function reserveTexts(
  sql: Sql,
  wishes: readonly TextWish[],
  now: number,
): Promise<Map<TextWish, Text[]>> {
  const chosen = new Map<TextWish, Text[]>()
  const people = [...new Set(wishes.flatMap(each => [...each.people]))]
  if (people.length === 0 || (await cannotSend(sql))) return chosen
  const tenants = [...new Set(wishes.map(each => each.tenantId))].sort((a, b) => a - b)
  for (const tenantId of tenants)
    await sql.query('select pg_advisory_xact_lock(420, $1::int)', [tenantId % 2_147_483_647])
  const phones = await sql.query<{ id: number; phone: string; recent: number; day: number }>(
    `select a.id, a.phone,
       (select count(*)::int from alarm_sms s where s.phone = a.phone and s.at > $2) as recent,
       (select count(*)::int from alarm_sms s where s.phone = a.phone and s.at > $3) as day
     from account a where a.id = any($1::bigint[]) and a.phone <> ''`,
    [people, now - MOST_IN_MINUTES.minutes * MINUTE_MS, now - DAY_MS],
  )
  const left = new Map(
    phones.map(({ id, phone, recent, day }) => [
      id,
      { phone, left: Math.min(MOST_IN_MINUTES.most - recent, MOST_IN_A_DAY - day) },
    ]),
  )
  const used = await sql.query<{ tenantId: number; n: number }>(
    `select tenant_id as "tenantId", count(*)::int as n from alarm_sms
     where tenant_id = any($1::bigint[]) and at > $2 group by 1`,
    [tenants, now - HOUR_MS],
  )
  const usedBy = new Map(used.map(row => [row.tenantId, row.n]))
  for (const each of [...wishes].sort((a, b) => a.rank - b.rank)) {
    const { tenantId } = each
    const texts: Text[] = []
    for (const accountId of each.people) {
      const phone = left.get(accountId)
      const total = usedBy.get(tenantId) ?? 0
      if (!phone || phone.left <= 0 || total >= MOST_OF_A_TENANT_IN_AN_HOUR) continue
      phone.left--
      usedBy.set(tenantId, total + 1)
      texts.push({ accountId, phone: phone.phone })
    }
    chosen.set(each, texts)
  }
  const rows = [...chosen].flatMap(([{ tenantId, alarmId }, texts]) =>
    texts.map(text => ({ tenantId, alarmId, ...text })),
  )
  if (rows.length > 0)
    await sql.change(
      `insert into alarm_sms (tenant_id, alarm_id, account_id, phone, at)
       select t, a, p, phone, $5 from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as x (t, a, p, phone)`,
      [
        rows.map(row => row.tenantId),
        rows.map(row => row.alarmId),
        rows.map(row => row.accountId),
        rows.map(row => row.phone),
        now,
      ],
    )
  return chosen
}

/** True where this installation has no carrier of text messages. */
export async function cannotSend(sql: Sql): Promise<boolean> {
  const row = await sql.first<{ way: string | null }>('select way from text_service')
  return row !== undefined && row.way === null
}
