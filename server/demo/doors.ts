// Doors of a place: cards of residents and what they open, three weeks of calls, and what happened at the doors; the
// parts agree with each other.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import { callsOf, type DemoCall } from './door-calls.ts'
import { cardsOf, type DemoCard } from './door-cards.ts'
import { eventsOf } from './door-visits.ts'
import type { DemoDevice } from './fleet.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

/** Writes everything about the doors of a place; nothing where there is no door unit. */
export async function seedDoors(
  sql: Sql,
  fleet: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  const doors = fleet.filter(device => device.kind === 'doorUnit' && device.state !== 'notActivated')
  if (doors.length === 0) return
  const chance = chanceOf(staffed.tenantId * 613 + 11)
  const { people } = staffed
  const cards = cardsOf(doors, people, now, chance)
  await saveCards(sql, staffed, cards, now)
  const remote = await saveRights(sql, staffed, doors, cards, now)
  const calls = callsOf(doors, people, now, chance)
  await saveCalls(sql, staffed, calls)
  const events = eventsOf({ doors, cards, calls, remote, now, chance })
  await insertRows(
    sql,
    'door_event',
    events.map(({ door, at, ...event }) => ({
      tenant_id: staffed.tenantId,
      version: 1,
      created_at: at,
      updated_at: at,
      device_id: door.id,
      imei: door.imei,
      device_name: door.name,
      department_id: door.departmentId,
      at,
      ...event,
    })),
  )
}

async function saveCards(sql: Sql, { tenantId }: Staffed, cards: readonly DemoCard[], now: number) {
  const ids = await insertRows(
    sql,
    'door_card',
    cards.map(card => ({
      tenant_id: tenantId,
      version: card.issuedAt === null ? 1 : 3,
      created_at: (card.issuedAt ?? now - 5 * HOUR_MS) - 240_000,
      updated_at: card.blockedAt ?? card.issuedAt ?? now - 5 * HOUR_MS,
      holder_name: card.holderName,
      holder_phone: card.phone,
      building: card.building,
      unit: card.unit,
      room_no: card.roomNo,
      note: card.blockedAt === null ? null : '住户挂失',
      department_id: card.home.departmentId,
      state: card.state,
      card_info: card.cardInfo,
      device_id: card.issuedAt === null && !card.failed ? null : card.home.id,
      device_name: card.issuedAt === null && !card.failed ? null : card.home.name,
      write_failure: card.failed ? 'timeout' : null,
      issued_at: card.issuedAt,
      issued_by: card.issuedBy?.name ?? null,
    })),
    'id',
  )
  cards.forEach((card, index) => {
    card.id = ids[index] ?? 0
  })
}

/** Rights of cards and of a few people; answers who may unlock which door without a call. */
async function saveRights(
  sql: Sql,
  { tenantId, people }: Staffed,
  doors: readonly DemoDevice[],
  cards: readonly DemoCard[],
  now: number,
): Promise<{ door: DemoDevice; person: Staffed['people'][number] }[]> {
  const row = (device: DemoDevice, at: number, more: Record<string, unknown>) => ({
    tenant_id: tenantId,
    version: 1,
    created_at: at,
    updated_at: at,
    device_id: device.id,
    card_id: null,
    account_id: null,
    valid_from: null,
    valid_until: null,
    granted_by: people[0]?.name ?? null,
    removed_along: false,
    ...more,
  })
  const ofCards = cards.flatMap(card =>
    card.doors.map(({ door, from, until }) =>
      row(door, (card.issuedAt ?? now) + MINUTE_MS, {
        card_id: card.id,
        valid_from: from,
        valid_until: until,
        granted_by: card.issuedBy?.name ?? null,
      }),
    ),
  )
  // The first people of a place are those of the accounts that the start prints; the first doors its main gates.
  const remote = people.slice(0, 3).flatMap(person => doors.slice(0, 2).map(door => ({ door, person })))
  const ofPeople = remote.map(({ door, person }) => row(door, now - 90 * DAY_MS, { account_id: person.id }))
  await insertRows(sql, 'door_right', [...ofCards, ...ofPeople])
  const used = doors.filter(door => ofCards.some(right => right.device_id === door.id))
  await insertRows(
    sql,
    'door_list',
    used.map(door => ({
      device_id: door.id,
      tenant_id: tenantId,
      wanted: 3,
      confirmed: door.offlineAt === null ? 3 : 2,
      confirmed_at: door.connectedAt,
    })),
  )
  return remote
}

async function saveCalls(sql: Sql, { tenantId }: Staffed, calls: readonly DemoCall[]) {
  const ids = await insertRows(
    sql,
    'call',
    calls.map(call => ({
      tenant_id: tenantId,
      version: call.answeredAt === null ? 2 : 3,
      created_at: call.startedAt,
      updated_at: call.endedAt,
      kind: call.kind,
      state: call.answeredAt === null ? 'missed' : 'ended',
      device_id: call.door?.id ?? null,
      imei: call.door?.imei ?? null,
      device_name: call.door?.name ?? null,
      department_id: call.door?.departmentId ?? null,
      caller_id: call.caller?.id ?? null,
      caller_name: call.caller?.name ?? null,
      callee_id: call.callee?.id ?? null,
      callee_name: call.callee?.name ?? null,
      building: call.door?.building ?? null,
      unit: call.door?.unit ?? null,
      room_no: call.roomNo,
      channel: call.door ? `${call.door.imei}${call.roomNo}` : `direct-${call.startedAt}`,
      provider: 'builtIn',
      started_at: call.startedAt,
      expires_at: call.startedAt + 30_000,
      answered_at: call.answeredAt,
      answered_by: call.answeredAt === null ? null : call.by.name,
      answered_by_id: call.answeredAt === null ? null : call.by.id,
      ended_at: call.endedAt,
      end_reason: call.endReason,
      unlocked_at: call.unlockedAt,
      unlocked_by: call.unlockedAt === null ? null : call.by.name,
    })),
    'id',
  )
  calls.forEach((call, index) => {
    call.id = ids[index] ?? 0
  })
}
