// What a notification answers: that it was shown, and that somebody takes the SOS right from it.
import { alarm as alarmEntity } from '../../../src/domain/alarm/alarm.ts'
import { holds } from '../../../src/domain/permission.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { commandRows } from '../../entity/writing.ts'
import type { Caller } from '../../http/handlers.ts'
import type { Kernel } from '../../kernel.ts'
import { scopeOf } from '../../person.ts'
import type { Sessions } from '../session/public.ts'
import { type DeliveryKind, hashOf, RECEIPT_MS } from './deliveries.ts'

export type ReceiptKind = 'shown' | 'dismissed' | 'opened' | 'acknowledged'

export interface ReceiptAnswer {
  done: boolean
  takenBy: string | null
}

interface Row {
  accountId: number
  subscriptionId: number
  kind: DeliveryKind
  subjectId: number | null
  acknowledgedAt: number | null
}

/** Unknown, forged, worn out, or no longer allowed: all the same to who asks. */
const NOTHING: ReceiptAnswer = { done: false, takenBy: null }

/**
 * Takes a receipt. A second one of the same kind changes nothing; an acknowledgement takes the alarm as its person, by
 * the console's own command, with the rights of this moment.
 */
export async function takeReceipt(
  parts: Pick<Kernel, 'data'> & { sessions: Sessions },
  alarms: Store,
  { receipt, what }: { receipt: string; what: ReceiptKind },
  caller: Caller,
  now: number,
): Promise<ReceiptAnswer> {
  const hash = hashOf(receipt)
  const row = await parts.data.scoped(WHOLE, async sql => {
    const found = await sql.first<Row>(
      `select d.account_id as "accountId", d.subscription_id as "subscriptionId", d.kind, d.subject_id as "subjectId",
         d.acknowledged_at as "acknowledgedAt"
       from push_delivery d join push_subscription p on p.id = d.subscription_id and p.account_id = d.account_id
       where d.receipt_hash = $1 and d.created_at > $2 and p.expires_at > $3 for no key update of p`,
      [hash, now - RECEIPT_MS, now],
    )
    if (found) await prove(sql, found, hash, what, now)
    return found
  })
  if (!row) return NOTHING
  if (what !== 'acknowledged' || row.kind !== 'sos' || row.subjectId === null)
    return { done: true, takenBy: null }
  return acknowledge(parts, alarms, row, hash, caller, now)
}

const COLUMNS = {
  shown: 'shown_at',
  dismissed: 'dismissed_at',
  opened: 'opened_at',
  acknowledged: 'opened_at',
}

async function prove(sql: Sql, row: Row, hash: Buffer, what: ReceiptKind, now: number): Promise<void> {
  const column = COLUMNS[what]
  const fresh = await sql.change(
    `update push_delivery set ${column} = $2 where receipt_hash = $1 and ${column} is null`,
    [hash, now],
  )
  if (fresh === 0) return
  await sql.change('update push_delivery set shown_at = coalesce(shown_at, $2) where receipt_hash = $1', [
    hash,
    now,
  ])
  await sql.change('update push_subscription set last_proven_at = $2 where id = $1', [
    row.subscriptionId,
    now,
  ])
}

async function acknowledge(
  { data, sessions }: Pick<Kernel, 'data'> & { sessions: Sessions },
  alarms: Store,
  { accountId, subjectId }: Row,
  hash: Buffer,
  caller: Caller,
  now: number,
): Promise<ReceiptAnswer> {
  const person = await sessions.personOf(accountId)
  if (!person || person.visitor || subjectId === null) return NOTHING
  if (!holds(person.permissions, alarmEntity.commands.take.permission)) return NOTHING
  const scope = scopeOf(person)
  return data.scoped(scope, async sql => {
    // Once: a receipt that comes again after the alarm was given back must not take it again.
    const first = await sql.change(
      'update push_delivery set acknowledged_at = $2 where receipt_hash = $1 and acknowledged_at is null',
      [hash, now],
    )
    if (first > 0) {
      const said: Sql = { ...sql, audit: entry => sql.audit({ ...entry, detail: { by: 'push' } }) }
      const context = { ...caller, person, tokenHash: '', scope, sql: said }
      const { results } = await commandRows(alarms, 'take', { ids: [subjectId] }, context)
      if (results[0]?.ok) return { done: true, takenBy: null }
      // An alarm outside the person's present data scope is answered like an unknown one.
      if (results[0]?.error?.id === 'row.unknown') return NOTHING
    }
    const alarm = await sql.first<{ takenById: number | null; by: string | null }>(
      `select taken_by_id as "takenById", coalesce(handled_by, taken_by) as by from alarm where id = $1`,
      [subjectId],
    )
    if (alarm?.takenById === accountId) return { done: true, takenBy: null }
    return { done: false, takenBy: first > 0 ? (alarm?.by ?? null) : null }
  })
}
