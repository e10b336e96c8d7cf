// Guest codes: made by who lives there, judged and counted when somebody types them at a door.
import { randomInt } from 'node:crypto'
import {
  GUEST_DIGITS,
  type GuestCode,
  guestCodeStateAt,
  guestHoursFlaw,
  MOST_GUEST_CODES,
} from '../../../src/domain/living/guest-code.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { staysOf } from './resident-home.ts'

const TRIES = 8

interface Asked extends Pick<GuestCode, 'validFrom' | 'validUntil' | 'mostUses'> {
  occupancyId: number
  guestName?: string | undefined
}

export async function makeGuestCode(sql: Sql, phone: string, asked: Asked) {
  const { occupancyId, validFrom, validUntil, mostUses } = asked
  const now = Date.now()
  const flaw = guestHoursFlaw(asked, now)
  if (flaw)
    throw new Refused(flaw === 'tooLong' ? 'guest.tooLong' : 'field.limitOrder', { field: 'validUntil' })
  // Held: of two codes asked for at once the second counts the first.
  const stay = await firstOf(
    sql,
    staysOf(phone)
      .select([
        'o.id',
        'o.tenant_id as tenantId',
        'o.resident_id as residentId',
        'o.valid_until as stayUntil',
      ])
      .where('o.id', '=', occupancyId)
      .where('o.state', '=', 'active')
      .forUpdate('o'),
  )
  if (!stay) throw new Refused('row.unknown')
  if (stay.stayUntil !== null && validUntil > stay.stayUntil)
    throw new Refused('occupancy.over', { field: 'validUntil' })
  const good = await rowsOf(
    sql,
    tables
      .selectFrom('guest_code')
      .select('id')
      .where('occupancy_id', '=', occupancyId)
      .where('removed_at', 'is', null)
      .where('valid_until', '>', now)
      .limit(MOST_GUEST_CODES),
  )
  if (good.length >= MOST_GUEST_CODES) throw new Refused('guest.tooMany')
  for (let tries = 0; tries < TRIES; tries++) {
    const made = await firstOf(
      sql,
      tables
        .insertInto('guest_code')
        .values({
          ...{ tenant_id: stay.tenantId, created_at: now, updated_at: now, occupancy_id: occupancyId },
          ...{ resident_id: stay.residentId, guest_name: asked.guestName?.trim() || null },
          ...{ valid_from: validFrom, valid_until: validUntil, most_uses: mostUses },
          digits: String(randomInt(10 ** GUEST_DIGITS)).padStart(GUEST_DIGITS, '0'),
        })
        .onConflict(conflict => conflict.doNothing())
        .returning(['id', 'digits', 'guest_name as guestName', 'used', 'most_uses as mostUses'])
        .returning(['valid_from as validFrom', 'valid_until as validUntil']),
    )
    if (made) return { ...made, state: guestCodeStateAt({ ...made, revoked: false }, now) }
  }
  throw new Refused('failed')
}

export async function endGuestCode(sql: Sql, phone: string, id: number): Promise<void> {
  const now = Date.now()
  const own = staysOf(phone).select('o.id')
  const ended = await firstOf(
    sql,
    tables
      .updateTable('guest_code')
      .set({ removed_at: now, updated_at: now })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where('occupancy_id', 'in', own)
      .returning('id'),
  )
  if (!ended) throw new Refused('row.unknown')
}
