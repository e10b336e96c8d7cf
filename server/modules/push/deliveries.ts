// Rows of what was sent to whom. A receipt's token is stored as a hash only and is good for one delivery.
import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import type { PostOutcome } from './post.ts'

/** Receipts are good for so long. */
export const RECEIPT_MS = DAY_MS

/** What a delivery is about. */
export type Subject = 'sos' | 'alarm' | 'call' | 'notice'
export type DeliveryKind = Subject | 'test' | 'gone'

export interface Subscription {
  id: number
  tenantId: number
  accountId: number
  endpoint: string
  p256dh: string
  auth: string
  label: string
  language: string
}

export interface Delivery {
  to: Subscription
  receipt: string
  hash: Buffer
}

const COLUMNS = `p.id, p.tenant_id as "tenantId", p.account_id as "accountId", p.endpoint, p.p256dh, p.auth, p.label, p.language`

export const hashOf = (receipt: string) => createHash('sha256').update(receipt).digest()

/** Browsers of these people that may still be reached. */
export function subscriptionsOf(
  sql: Sql,
  accountIds: readonly number[],
  now: number,
): Promise<Subscription[]> {
  if (accountIds.length === 0) return Promise.resolve([])
  return sql.query<Subscription>(
    `select ${COLUMNS} from push_subscription p where p.account_id = any($1::bigint[]) and p.expires_at > $2 order by p.id`,
    [accountIds, now],
  )
}

/** Browsers that were told of a subject and are not told its end yet; who acknowledged it there knows already. */
export function subscriptionsNotified(
  sql: Sql,
  kind: Subject,
  subjectId: number,
  now: number,
): Promise<Subscription[]> {
  return sql.query<Subscription>(
    `select ${COLUMNS} from push_subscription p where p.expires_at > $3
       and exists (select from push_delivery d where d.subscription_id = p.id and d.kind = $1 and d.about = $1 and d.subject_id = $2
         and d.account_id = p.account_id and d.acknowledged_at is null
         and not exists (select from push_delivery g where g.subscription_id = p.id and g.kind = 'gone'
           and g.subject_id = $2 and g.about = $1 and g.created_at >= d.created_at))
     order by p.id`,
    [kind, subjectId, now],
  )
}

/** Writes one row for each browser before anything is sent: a receipt must never come too early. */
export async function addDeliveries(
  sql: Sql,
  subscriptions: readonly Subscription[],
  what: { kind: DeliveryKind; about: Subject | 'test'; subjectId: number | null; at: number },
): Promise<Delivery[]> {
  if (subscriptions.length === 0) return []
  const deliveries = subscriptions.map(to => {
    const receipt = randomBytes(32).toString('base64url')
    return { to, receipt, hash: hashOf(receipt) }
  })
  await sql.change(
    `insert into push_delivery (receipt_hash, tenant_id, account_id, subscription_id, kind, about, subject_id, created_at)
     select hash, tenant, account, subscription, $5, $6, $7, $8
     from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bigint[]) as each (hash, tenant, account, subscription)`,
    [
      deliveries.map(({ hash }) => hash),
      deliveries.map(({ to }) => to.tenantId),
      deliveries.map(({ to }) => to.accountId),
      deliveries.map(({ to }) => to.id),
      what.kind,
      what.about,
      what.subjectId,
      what.at,
    ],
  )
  return deliveries
}

/** Notes how an attempt went, on the delivery and on the browser; a browser that is gone is forgotten. */
export async function noteOutcome(
  sql: Sql,
  { to, hash }: Pick<Delivery, 'to' | 'hash'>,
  outcome: PostOutcome,
  now: number,
): Promise<void> {
  if (outcome.is === 'gone') {
    // Somebody may have subscribed anew under the same number meanwhile: only this address is gone.
    await sql.change('delete from push_subscription where id = $1 and endpoint = $2', [to.id, to.endpoint])
    return
  }
  const failure = failureOf(outcome)
  // The browser before its delivery, in the order in which a removal locks them.
  await sql.change(
    `update push_subscription set last_sent_at = case when $2::text is null then $3::bigint else last_sent_at end,
       failed_at = case when $2::text is null then null else $3::bigint end, failure = $2::text where id = $1`,
    [to.id, failure, now],
  )
  await sql.change(
    `update push_delivery set failure = $2::text, accepted_at = case when $2::text is null then $3::bigint end where receipt_hash = $1`,
    [hash, failure, now],
  )
}

function failureOf(outcome: PostOutcome): 'noService' | 'refused' | null {
  if (outcome.is === 'accepted') return null
  return outcome.is === 'noService' ? 'noService' : 'refused'
}

/** Whether a message is still worth sending: its browser is still this person's and what it tells is still so. */
export async function stillWanted(
  sql: Sql,
  { to }: Pick<Delivery, 'to'>,
  what: { kind: DeliveryKind; subjectId: number | null },
): Promise<boolean> {
  const row = await sql.first<{ wanted: boolean }>(
    `select case $3::text
       when 'sos' then exists (select from alarm where id = $4 and status = 'open')
       when 'alarm' then exists (select from alarm where id = $4 and status <> 'handled')
       when 'call' then exists (select from call where id = $4 and state = 'ringing')
       when 'notice' then exists (select from notice where id = $4 and state = 'unread' and removed_at is null)
       else true end as wanted
     from push_subscription where id = $1 and account_id = $2`,
    [to.id, to.accountId, what.kind, what.subjectId],
  )
  return row?.wanted ?? false
}
