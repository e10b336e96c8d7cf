// How a screen becomes a wall: it shows a code, somebody who may types it, and the screen is told a secret once.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { z } from 'zod/mini'
import type { wallClaim, wallKnock } from '../../../src/contract/endpoints/wall.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { CODE_SIGNS } from '../../../src/domain/limits.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'

const LIFE_MS = 10 * MINUTE_MS
/** 2^40 codes. */
const LENGTH = 8
/** Screens that wait at one address, and everywhere. */
const MOST_AT_ADDRESS = 20
const MOST = 5_000

/** What a wall's secret begins with: no token of a person does. */
export const SECRET_PREFIX = 'wall.'

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const newCode = () => Array.from({ length: LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')
const readCode = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '')

export async function knock(data: Data, address: string): Promise<z.output<typeof wallKnock.response>> {
  const [code, claim] = [newCode(), randomBytes(32).toString('base64url')]
  const now = Date.now()
  const expiresAt = now + LIFE_MS
  await data.scoped(WHOLE, async sql => {
    await rowsOf(sql, tables.deleteFrom('wall_knock').where('expires_at', '<', now).returning('address'))
    const counts = await firstOf(
      sql,
      tables
        .selectFrom('wall_knock')
        .select(({ fn, eb }) => [
          fn.countAll<number>().as('all'),
          fn.count<number>(eb.case().when('address', '=', address).then(1).end()).as('here'),
        ]),
    )
    if ((counts?.all ?? 0) >= MOST || (counts?.here ?? 0) >= MOST_AT_ADDRESS)
      throw new Refused('throttled', { status: 429 })
    await rowsOf(
      sql,
      tables
        .insertInto('wall_knock')
        .values({ code_hash: hashOf(code), claim_hash: hashOf(claim), address, expires_at: expiresAt })
        .returning('address'),
    )
  })
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, claim, expiresAt }
}

/** Gives the screen with this code to a wall; the caller has seen to it that the wall is the person's to give. */
export async function pair(sql: Sql, wallId: number, typed: string, by: string): Promise<void> {
  const found = await firstOf(
    sql,
    tables
      .updateTable('wall_knock')
      .set({ wall_id: wallId, paired_by: by })
      .where('code_hash', '=', hashOf(readCode(typed)))
      .where('wall_id', 'is', null)
      .where('expires_at', '>', Date.now())
      .returning('expires_at as expiresAt'),
  )
  if (!found) throw new Refused('wall.code', { field: 'code' })
}

/** Once somebody has typed the code: the secret. It is made here, so that it is nowhere before it is asked for. */
export async function claim(data: Data, token: string): Promise<z.output<typeof wallClaim.response>> {
  return data.scoped(WHOLE, async sql => {
    const mine = await firstOf(
      sql,
      tables
        .selectFrom('wall_knock')
        .select(['wall_id as wallId', 'paired_by as by', 'expires_at as expiresAt'])
        .where('claim_hash', '=', hashOf(token))
        .forUpdate(),
    )
    const now = Date.now()
    if (!mine || mine.expiresAt <= now) return { state: 'over', secret: null }
    if (mine.wallId === null) return { state: 'waiting', secret: null }
    await rowsOf(
      sql,
      tables.deleteFrom('wall_knock').where('claim_hash', '=', hashOf(token)).returning('address'),
    )
    const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`
    const wall = await firstOf(
      sql,
      tables
        .updateTable('wall')
        .set({
          secret_hash: hashOf(secret),
          ...{ paired_at: now, paired_by: mine.by, revoked_at: null, seen_at: now },
        })
        .where('id', '=', mine.wallId)
        .where('removed_at', 'is', null)
        .returning('id'),
    )
    return wall ? { state: 'paired', secret } : { state: 'over', secret: null }
  })
}
