// Calls for a room: which room a number at a door is, whether somebody who lives there has their page open, and what they hear of.
import { RESIDENT_SECONDS } from '../../../src/domain/intercom/call.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { ResidentLive } from '../../person.ts'
import { livesIn, livingNow } from '../community/public.ts'
import { announce, type CallRow, readCall, readCalls } from './call-rows.ts'

/** A page that has asked so long ago is looked at no more: it asks every other second. */
const WATCHED_MS = 10_000
/** What a page asks is written down this seldom. */
const NOTED_MS = 5_000
const MOST = 5
/** A taken call is told of for the sake of those for whom it has just rung. */
const TAKEN_MS = 20_000

const RINGS = `c.kind = 'door' and c.state = 'ringing' and c.expires_at > $1`
/** That somebody with the telephone lives in the room of the call now. */
const LIVES = livesIn('c.room_id', '$2')

interface Rung {
  deviceId: number
  /** As it was dialled, or as the door says it; null: the property. */
  number: string | null
  /** The visitor dialled it: a door of one room needs no number. */
  dialled: boolean
  at: number
}

/** The room that a ring is for, with how long it is its residents' alone; nothing where it is the property's from the start. */
export async function roomRung(
  sql: Sql,
  { deviceId, number, dialled, at }: Rung,
): Promise<Pick<CallRow, 'roomId' | 'heldUntil'>> {
  const roomId =
    (number === null ? undefined : await roomOfNumber(sql, deviceId, number)) ??
    (dialled ? undefined : await roomOfDoor(sql, deviceId))
  if (roomId === undefined) return { roomId: null, heldUntil: null }
  const heldUntil = (await isWatched(sql, roomId, at)) ? at + RESIDENT_SECONDS * 1000 : null
  return { roomId, heldUntil }
}

const roomOfNumber = async (sql: Sql, deviceId: number, number: string): Promise<number | undefined> =>
  (
    await firstOf(
      sql,
      tables
        .selectFrom('room_door as d')
        .innerJoin('room as r', 'r.id', 'd.room_id')
        .select('d.room_id as roomId')
        .where('d.device_id', '=', deviceId)
        .where('d.call_number', '=', number)
        .where('d.removed_at', 'is', null)
        .where('r.removed_at', 'is', null),
    )
  )?.roomId

/** A door at a room of its own. */
const roomOfDoor = async (sql: Sql, deviceId: number): Promise<number | undefined> =>
  (
    await firstOf(
      sql,
      tables
        .selectFrom('device as d')
        .innerJoin('room as r', 'r.id', 'd.room_id')
        .select('r.id')
        .where('d.id', '=', deviceId)
        .where('r.removed_at', 'is', null),
    )
  )?.id

async function isWatched(sql: Sql, roomId: number, at: number): Promise<boolean> {
  const found = await firstOf(
    sql,
    livingNow()
      .innerJoin('resident_session as s', 's.phone', 'p.phone')
      .select('o.id')
      .where('o.room_id', '=', roomId)
      .where('s.expires_at', '>', at)
      .where('s.watching_until', '>', at)
      .limit(1),
  )
  return found !== undefined
}

/** The page of this session is open and looked at. */
export async function noteWatching(sql: Sql, tokenHash: string, at: number): Promise<void> {
  await rowsOf(
    sql,
    tables
      .updateTable('resident_session')
      .set({ watching_until: at + WATCHED_MS })
      .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
      .where(({ or, eb }) =>
        or([eb('watching_until', 'is', null), eb('watching_until', '<', at + WATCHED_MS - NOTED_MS)]),
      )
      .returning('phone'),
  )
}

/**
 * Calls that ring for rooms in which the telephone lives, also those that the property has been told of since; and those that
 * others than this session have just taken.
 */
export const callsOf = (sql: Sql, { phone, tokenHash }: ResidentLive, at: number): Promise<CallRow[]> =>
  readCalls(
    sql,
    `c.kind = 'door' and ((c.state = 'ringing' and c.expires_at > $1) or (c.state = 'answered' and c.answered_at > $4
       and c.resident_session is distinct from $3)) and ${LIVES} order by c.started_at, c.id limit ${MOST}`,
    [at, phone, Buffer.from(tokenHash, 'hex'), at - TAKEN_MS],
  )

/** One of them; undefined for the call of others. */
export const callOf = async (sql: Sql, phone: string, callId: number, at: number) =>
  (await readCalls(sql, `${RINGS} and ${LIVES} and c.id = $3`, [at, phone, callId]))[0]

/** The call that this session speaks; undefined once it is over, or who speaks lives there no more. */
export const spokenCall = async (sql: Sql, { phone, tokenHash }: ResidentLive, callId: number) =>
  (
    await readCalls(sql, `c.state = 'answered' and c.resident_session = $1 and ${LIVES} and c.id = $3`, [
      ...[Buffer.from(tokenHash, 'hex'), phone, callId],
    ])
  )[0]

/** The property hears of a call that somebody who lives there does not take, at once. */
export async function passOn(sql: Sql, bus: Bus, callId: number, at: number): Promise<void> {
  const passed = await firstOf(
    sql,
    tables
      .updateTable('call')
      .set(({ eb }) => ({ held_until: null, updated_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', callId)
      .where('state', '=', 'ringing')
      .where('held_until', 'is not', null)
      .returning('id'),
  )
  const call = passed && (await readCall(sql, passed.id))
  if (call) announce(sql, bus, call)
}

/** The same for all that nobody has taken in their time. */
export async function passOnDue(sql: Sql, bus: Bus, at: number): Promise<void> {
  const due = await rowsOf(
    sql,
    tables
      .selectFrom('call')
      .select('id')
      .where('state', '=', 'ringing')
      .where('held_until', '<=', at)
      .where('expires_at', '>', at)
      .orderBy('id'),
  )
  for (const { id } of due) await passOn(sql, bus, id, at)
}
