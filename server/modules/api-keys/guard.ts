// Who an API key is to the endpoints: nobody's account, rows of its tenant and department, and its scopes as far as the
// platform still has them.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { mayScopeKey } from '../../../src/domain/integration/api-key.ts'
import { dayIn } from '../../../src/domain/site/calendar-day.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { createMeter } from '../../http/throttle.ts'
import type { Guard, Live } from '../../person.ts'
import { trustsOf } from '../../settings/proxies.ts'
import { type Sessions, withAncestorsEnabled } from '../session/public.ts'
import { readProgram } from './program.ts'
import { hashOfSecret, isWhole, KEY_PREFIX } from './secret.ts'

/** What another process has changed and could not tell counts after so long. */
const CACHE_MS = 5_000
const MOST_CACHED = 5_000
const SEEN_EVERY_MS = MINUTE_MS
/** Six hundred calls a minute in the long run. */
const CALLS = { perSecond: 10, atOnce: 100 }

interface Known {
  id: number
  live: Live
  /** Whether it may be used from an address. */
  mayFrom(address: string): boolean
}

export type KeyGuard = Pick<Guard, 'find'>

interface Given {
  data: Data
  bus: Bus
  sessions: Pick<Sessions, 'resources'>
}

export function createKeyGuard({ data, bus, sessions }: Given): KeyGuard {
  const cache = new Map<string, { known: Known; until: number }>()
  const meter = createMeter(CALLS)
  // What was read while something changed is not kept.
  let epoch = 0
  const forget = () => {
    epoch++
    cache.clear()
  }
  bus.on('apiKey.changed', forget)
  bus.on('rights.changed', forget)

  const load = (hash: Buffer, address: string | undefined): Promise<Known | undefined> =>
    data.scoped(WHOLE, async sql => {
      const row = await readKey(sql, hash)
      if (!row) return undefined
      const { id, tenantId, departmentId, validUntil, scopes, lastUsedAt } = row
      const open = new Set<string | null>()
      for (const { mark } of withAncestorsEnabled(await sessions.resources(sql)).values()) open.add(mark)
      const permissions = new Set(scopes.filter(scope => open.has(scope) && mayScopeKey(scope)))
      const program = { keyId: id, name: `key ${row.name}`, tenantId, departmentId, permissions }
      const person = await readProgram(sql, program)
      const now = Date.now()
      if (!person || (validUntil !== null && validUntil < dayIn(person.tenantZone, now))) return undefined
      const mayFrom = fromAddresses(row.addresses)
      if (address !== undefined && mayFrom(address) && (lastUsedAt ?? 0) < now - SEEN_EVERY_MS)
        await rowsOf(
          sql,
          tables
            .updateTable('api_key')
            .set({ last_used_at: now, last_used_address: address })
            .where('id', '=', id)
            .returning('id'),
        )
      return { id, live: { tokenHash: hash.toString('hex'), person }, mayFrom }
    })

  const knownOf = async (hash: Buffer, address: string | undefined) => {
    const name = hash.toString('hex')
    const kept = cache.get(name)
    if (kept && kept.until > Date.now()) return kept.known
    const before = epoch
    const known = await load(hash, address)
    if (!known) cache.delete(name)
    else if (before === epoch) {
      if (cache.size >= MOST_CACHED) cache.clear()
      cache.set(name, { known, until: Date.now() + CACHE_MS })
    }
    return known
  }

  return {
    find: async (secret, address) => {
      if (!isWhole(secret)) return undefined
      const known = await knownOf(hashOfSecret(secret), address)
      if (!known) return undefined
      if (address !== undefined && !known.mayFrom(address)) throw new Refused('forbidden.address')
      const waitMs = meter(String(known.id))
      if (waitMs > 0)
        throw new Refused('throttled.wait', { status: 429, params: { seconds: Math.ceil(waitMs / 1000) } })
      return known.live
    },
  }
}

/** The secret before the present one opens as well until its time is over. */
const readKey = (sql: Sql, hash: Buffer) =>
  firstOf(
    sql,
    tables
      .selectFrom('api_key')
      .select([
        ...(['id', 'name', 'scopes', 'addresses', 'tenant_id as tenantId'] as const),
        ...(['department_id as departmentId', 'valid_until as validUntil'] as const),
        'last_used_at as lastUsedAt',
      ])
      .where(({ eb, or, and }) =>
        or([
          eb('secret_hash', '=', hash),
          and([eb('old_hash', '=', hash), eb('old_until', '>', Date.now())]),
        ]),
      )
      .where('removed_at', 'is', null)
      .where('revoked_at', 'is', null),
  )

function fromAddresses(list: string | null): (address: string) => boolean {
  const networks = (list ?? '').split(',').flatMap(one => one.trim() || [])
  if (networks.length === 0) return () => true
  const within = trustsOf(networks)
  return address => within(address, 0)
}

/** Everybody else by their tokens, and keys by their secrets: each finds only its own. */
export const withKeys = (others: Pick<Guard, 'find'>, keys: KeyGuard): Pick<Guard, 'find'> => ({
  find: (token, address) => (token.startsWith(KEY_PREFIX) ? keys : others).find(token, address),
})
