// Goods and buyers of the mall, put into the database of a started console without the API.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

/** One article a merchant, with as many SKUs as prices and so many pieces of each; answers the SKUs. */
export async function addGoods(
  client: pg.Client,
  { tenantId, onHand, prices }: { tenantId: number; onHand: number; prices: readonly number[] },
): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `with m as (insert into merchant (tenant_id, created_at, updated_at, name, phone)
         values ($1, 0, 0, 'Bench ' || $4, '13600000000') returning id),
       c as (insert into mall_category (tenant_id, created_at, updated_at, name) values ($1, 0, 0, 'Bench') returning id),
       p as (insert into mall_product (tenant_id, created_at, updated_at, merchant_id, category_id, name, shelf)
         select $1, 0, 0, m.id, c.id, 'Bench', 'on' from m, c returning id)
     insert into mall_sku (tenant_id, created_at, updated_at, product_id, price, on_hand, value_ids)
     select $1, 0, 0, p.id, price, $2, array[n]::int[] from p, unnest($3::int[]) with ordinality as of_sku (price, n)
     order by n returning id`,
    [tenantId, onHand, prices, randomUUID()],
  )
  return rows.map(({ id }) => Number(id))
}

/** A session for each, without the work that a password costs; answers their tokens. */
export async function addSessions(client: pg.Client, usernames: readonly string[]): Promise<string[]> {
  const tokens = usernames.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into session (token_hash, account_id, tenant_id, created_at, seen_at, expires_at)
     select decode(hash, 'hex'), a.id, a.tenant_id, $3, $3, $3::bigint + 3600000
     from unnest($1::text[], $2::text[]) as of_buyer (username, hash) join account a using (username)`,
    [usernames, tokens.map(token => createHash('sha256').update(token).digest('hex')), Date.now()],
  )
  return tokens
}
