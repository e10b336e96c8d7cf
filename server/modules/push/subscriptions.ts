// Browsers that may be reached: taken in, listed, forgotten. Each belongs to the session that subscribed.
import { createHash } from 'node:crypto'
import type { Data, Sql } from '../../db/scoped.ts'
import { WHOLE } from '../../db/scoped.ts'
import { beforehand } from '../../db/transaction.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { keysFit, mayBePushService } from './push-address.ts'

/** Most browsers of one person; a further one replaces the one that has shown nothing for longest. */
export const MOST_OF_A_PERSON = 10

export interface NewSubscription {
  endpoint: string
  p256dh: string
  auth: string
  label: string
  language: string
}

/** By this a browser finds its own subscription in the list, which does not give the addresses away. */
export const fingerprintOf = (endpoint: string) =>
  createHash('sha256').update(endpoint).digest('base64url').slice(0, 22)

/** Stores a browser for the person of the session; one that was somebody else's is theirs no more. */
export async function subscribe(
  input: NewSubscription,
  context: Context,
  { data, anywhere }: { data: Data; anywhere: boolean },
): Promise<number> {
  const { person, sql } = context
  if (person.visitor) throw new Refused('forbidden')
  if (!anywhere && !mayBePushService(input.endpoint)) throw new Refused('field.format', { field: 'endpoint' })
  if (!keysFit(input.p256dh, input.auth)) throw new Refused('field.format', { field: 'p256dh' })
  const row = (await store(input, context)) ?? (await moveHere(input, context, data))
  if (!row) throw new Refused('row.changed')
  await sql.change(
    `delete from push_subscription where id in (select id from push_subscription where account_id = $1 and id <> $2
       order by coalesce(last_proven_at, created_at) desc, id desc offset $3)`,
    [person.accountId, row.id, MOST_OF_A_PERSON - 1],
  )
  if (row.fresh) note(context, 'push.subscribe', row.id, input.label)
  return row.id
}

/** Renews the person's own row or inserts it; undefined while the browser is somebody else's, whose row is not touched. */
async function store(
  input: NewSubscription,
  { person, sql, tokenHash }: Context,
): Promise<{ id: number; fresh: boolean } | undefined> {
  const given = [
    person.accountId,
    Buffer.from(tokenHash, 'hex'),
    input.endpoint,
    input.p256dh,
    input.auth,
    input.label,
    input.language,
  ]
  const known = await sql.first<{ id: number }>(
    `update push_subscription p set token_hash = s.token_hash, p256dh = $4, auth = $5, label = $6, language = $7,
       expires_at = s.expires_at
     from session s where s.token_hash = $2 and p.endpoint = $3 and p.account_id = $1 returning p.id`,
    given,
  )
  if (known) return { ...known, fresh: false }
  const made = await sql.first<{ id: number }>(
    `insert into push_subscription
       (tenant_id, account_id, token_hash, endpoint, p256dh, auth, label, language, expires_at, created_at)
     select $8, $1, s.token_hash, $3, $4, $5, $6, $7, s.expires_at, $9 from session s where s.token_hash = $2
     on conflict (endpoint) do nothing returning id`,
    [...given, person.tenantId, Date.now()],
  )
  return made && { ...made, fresh: true }
}

/** Of another tenant too, which the call's own transaction cannot see: a shared tablet must not show the last person's SOS. */
async function moveHere(input: NewSubscription, context: Context, data: Data) {
  await beforehand('moving the browser', () =>
    data.scoped(WHOLE, all =>
      all.change('delete from push_subscription where endpoint = $1 and account_id <> $2', [
        input.endpoint,
        context.person.accountId,
      ]),
    ),
  )
  return store(input, context)
}

export async function unsubscribe(
  { id, endpoint }: { id?: number | undefined; endpoint?: string | undefined },
  context: Context,
): Promise<void> {
  if (id === undefined && endpoint === undefined) throw new Refused('field.required', { field: 'id' })
  const { person, sql } = context
  const gone = await sql.query<{ id: number; label: string }>(
    `delete from push_subscription where account_id = $1 and ($2::bigint is null or id = $2)
       and ($3::text is null or endpoint = $3) returning id, label`,
    [person.accountId, id ?? null, endpoint ?? null],
  )
  // Removing by address what is gone already is no mistake: that was the wish.
  if (gone.length === 0 && id !== undefined) throw new Refused('row.unknown')
  for (const each of gone) note(context, 'push.unsubscribe', each.id, each.label)
}

/** The person's own browsers, as far as they concern them. */
export async function ownSubscriptions(sql: Sql, accountId: number, now: number) {
  const rows = await sql.query<{
    id: number
    endpoint: string
    label: string
    createdAt: number
    lastProvenAt: number | null
    failure: string | null
  }>(
    `select id, endpoint, label, created_at as "createdAt", last_proven_at as "lastProvenAt", failure
     from push_subscription where account_id = $1 and expires_at > $2 order by id`,
    [accountId, now],
  )
  return rows.map(({ endpoint, ...row }) => ({ ...row, fingerprint: fingerprintOf(endpoint) }))
}

function note({ person, sql, address }: Context, action: string, rowId: number, label: string): void {
  sql.audit({
    tenantId: person.tenantId,
    userId: person.accountId,
    userName: person.username,
    address,
    action,
    entity: 'push',
    rowId,
    detail: { label },
  })
}
