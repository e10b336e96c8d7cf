// Secrets of devices as they are stored: a new one takes the place of the old one at once, or stands beside it until it is
// used for the first time or the old one's time is over.
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { hashDeviceSecret, newDeviceSecret, orderKeyOf } from '../../device-secret.ts'

/** What the others have to do: `secret` closes the device's connections, `changed` lets everybody read it anew. */
export interface Given {
  secret: string
  change: 'secret' | 'changed'
}

/** Makes a secret. The old one of a device that has one works on for so long, unless the new one is used before. */
export async function giveSecret(
  sql: Sql,
  id: number,
  { overlapMs, now }: { overlapMs: number; now: number },
): Promise<Given> {
  const secret = newDeviceSecret()
  const [hash, key] = [await hashDeviceSecret(secret), orderKeyOf(secret)]
  const beside =
    overlapMs > 0
      ? await sql.change(
          `update device set next_secret_hash = $2, next_order_key = $3, old_secret_until = $4
           where id = $1 and secret_hash is not null`,
          [id, hash, key, now + overlapMs],
        )
      : 0
  if (beside > 0) return { secret, change: 'changed' }
  await sql.change(
    `update device set secret_hash = $2, order_key = $3, next_secret_hash = null, next_order_key = null,
       old_secret_until = null where id = $1`,
    [id, hash, key],
  )
  return { secret, change: 'secret' }
}

/** At a time; the next look ends more. */
const MOST_ENDED = 1_000
const TAKE_OVER = `secret_hash = next_secret_hash, order_key = next_order_key, next_secret_hash = null,
  next_order_key = null, old_secret_until = null`

/** The new secret was used: the old one ends. False where somebody else has said so, or made another one meanwhile. */
export async function endOldSecret(sql: Sql, id: number, nextHash: string): Promise<boolean> {
  const changed = await sql.change(`update device set ${TAKE_OVER} where id = $1 and next_secret_hash = $2`, [
    id,
    nextHash,
  ])
  return changed > 0
}

/** Old secrets whose time is over. */
export const endOldSecrets = (sql: Sql, now: number): Promise<{ id: number; tenantId: number }[]> =>
  rowsOf(
    sql,
    tables
      .updateTable('device')
      .set(({ ref }) => ({
        secret_hash: ref('next_secret_hash'),
        order_key: ref('next_order_key'),
        ...{ next_secret_hash: null, next_order_key: null, old_secret_until: null },
      }))
      .where('id', 'in', inner =>
        inner
          .selectFrom('device')
          .select('id')
          .where('next_secret_hash', 'is not', null)
          .where('old_secret_until', '<=', now)
          .orderBy('id')
          .limit(MOST_ENDED)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'tenant_id as tenantId']),
  )
