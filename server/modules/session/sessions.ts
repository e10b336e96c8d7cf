// Live sessions: opaque tokens, of which the database knows only the hash, and the rights behind them.
import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { BYTES_32 } from '../../../src/domain/limits.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { refuseSecond } from '../../db/transaction.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Guard, Live, Person } from '../../person.ts'
import { dropChallenges } from './challenges.ts'
import { readPerson } from './person.ts'
import { limitsOf } from './read-rules.ts'
import { type Resources, readResources } from './resources.ts'
import { type LimitConfig, limitsOfInstallation } from './settings.ts'

/** Rights are cached for at most so long, so changes by another process count after that. */
const CACHE_MS = 5_000
const SEEN_EVERY_MS = MINUTE_MS
const MOST_CACHED = 20_000

export interface Sessions extends Guard {
  /** Opens a session in the caller's transaction and answers the token. */
  open(sql: Sql, accountId: number, from: { address: string; agent: string | null }): Promise<string>
  /** Ends sessions of an account in the caller's transaction: all, one, or all but one. */
  end(sql: Sql, accountId: number, which?: { only: string } | { but: string }): Promise<void>
  /** Ends the session of a token that a new one takes the place of, whoever's it is; nothing where it is none. */
  replace(sql: Sql, token: string): Promise<void>
  /** Ends every session of a tenant. */
  endTenant(sql: Sql, tenantId: number): Promise<void>
  /** Navigation resources, cached like rights; read with the caller's connection where they are not. */
  resources(sql: Sql): Promise<Resources>
  /** A person by account, for work that outlives the request. */
  personOf(accountId: number): Promise<Person | undefined>
}

/** What is stored of a token, in hex. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')

export function createSessions(data: Data, bus: Bus, config: LimitConfig): Sessions {
  const limits = limitsOfInstallation(config)
  const cache = new Map<string, { live: Live; until: number }>()
  let resources: { value: Resources; until: number } | undefined
  // Grows with every change of rights: an answer that was on its way during one is not kept.
  let epoch = 0

  bus.on('rights.changed', () => {
    epoch++
    resources = undefined
    cache.clear()
  })
  bus.on('session.ended', event => {
    epoch++
    for (const hash of event.tokenHashes) cache.delete(hash)
  })

  const readAllResources = async (sql: Sql) => {
    if (resources && resources.until > Date.now()) return resources.value
    const before = epoch
    const value = await readResources(sql)
    if (before === epoch) resources = { value, until: Date.now() + CACHE_MS }
    return value
  }

  const load = async (tokenHash: string): Promise<Live | undefined> => {
    const now = Date.now()
    return data.scoped(WHOLE, async sql => {
      const row = await firstOf(
        sql,
        tables
          .selectFrom('session')
          .select(['account_id', 'tenant_id', 'created_at', 'seen_at'])
          .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
          .where('expires_at', '>', now),
      )
      if (!row) return undefined
      // The rules of the tenant hold for sessions that are older than they, too.
      const { idleMinutes, sessionHours } = await limitsOf(sql, row.tenant_id, limits)
      const idleMs = idleMinutes * MINUTE_MS
      if (row.seen_at <= now - idleMs || row.created_at <= now - sessionHours * HOUR_MS) return undefined
      if (row.seen_at < now - Math.min(SEEN_EVERY_MS, idleMs / 2))
        await sql.change('update session set seen_at = $2 where token_hash = $1', [
          Buffer.from(tokenHash, 'hex'),
          now,
        ])
      const person = await readPerson(sql, row.account_id, await readAllResources(sql))
      return person && { person, tokenHash }
    })
  }

  const findByHash = async (tokenHash: string) => {
    // Before the cache is asked: a mistake in the code must show at once, not only when the cache is empty.
    refuseSecond()
    const known = cache.get(tokenHash)
    if (known && known.until > Date.now()) return known.live
    const before = epoch
    const live = await load(tokenHash)
    if (!live) cache.delete(tokenHash)
    else if (before === epoch) {
      if (cache.size >= MOST_CACHED) cache.clear()
      cache.set(tokenHash, { live, until: Date.now() + CACHE_MS })
    }
    return live
  }

  const ended = async (sql: Sql, rows: { hash: string; account_id: number }[]) => {
    // With the session goes the right to be told: in one transaction, so that no crash leaves a browser that still hears.
    await sql.change(
      'delete from push_subscription where token_hash = any(select decode(each, $2) from unnest($1::text[]) each)',
      [rows.map(row => row.hash), 'hex'],
    )
    sql.afterCommit(() => {
      for (const accountId of new Set(rows.map(row => row.account_id))) {
        const tokenHashes = rows.filter(row => row.account_id === accountId).map(row => row.hash)
        bus.emit('session.ended', { tokenHashes, accountId })
      }
    })
  }

  return {
    open: async (sql, accountId, { address, agent }) => {
      const token = randomBytes(32).toString('base64url')
      const now = Date.now()
      await sql.change(
        `insert into session (token_hash, account_id, tenant_id, created_at, seen_at, expires_at, address, agent)
         select $1, id, tenant_id, $3, $3, $4, $5, $6 from account where id = $2`,
        [
          Buffer.from(hashOfToken(token), 'hex'),
          accountId,
          now,
          now + limits.sessionHours * HOUR_MS,
          address,
          agent?.slice(0, 200) ?? null,
        ],
      )
      return token
    },
    find: async token => (BYTES_32.test(token) ? findByHash(hashOfToken(token)) : undefined),
    findByHash,
    end: async (sql, accountId, which = { but: '' }) => {
      const only = 'only' in which
      const rows = await sql.query<{ hash: string; account_id: number }>(
        `delete from session where account_id = $1 and (token_hash = $2) = $3 returning encode(token_hash, 'hex') as hash, account_id`,
        [accountId, Buffer.from(only ? which.only : which.but, 'hex'), only],
      )
      // Deleting sessions deletes their links. A session that stays after a change of password loses its links as well.
      if (!only) await sql.change('delete from link_secret where account_id = $1', [accountId])
      // Whoever is halfway in has proved what may have been changed just now.
      if (!only) await dropChallenges(sql, accountId)
      await ended(sql, rows)
    },
    replace: async (sql, token) => {
      if (!BYTES_32.test(token)) return
      const rows = await rowsOf(
        sql,
        tables
          .deleteFrom('session')
          .where('token_hash', '=', Buffer.from(hashOfToken(token), 'hex'))
          .returning('account_id'),
      )
      await ended(
        sql,
        rows.map(row => ({ ...row, hash: hashOfToken(token) })),
      )
    },
    endTenant: async (sql, tenantId) => {
      const rows = await sql.query<{ hash: string; account_id: number }>(
        `delete from session where tenant_id = $1 returning encode(token_hash, 'hex') as hash, account_id`,
        [tenantId],
      )
      await ended(sql, rows)
    },
    resources: readAllResources,
    personOf: accountId =>
      data.scoped(WHOLE, async sql => readPerson(sql, accountId, await readAllResources(sql))),
  }
}
