// Calls as they are stored: read, opened, answered, ended. Every step is one statement, so that the database decides
// races; what follows from a step is told after the transaction.
import * as z from 'zod/mini'
import { callProvider } from '../../../src/contract/call-signal.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import {
  type CallEnd,
  type CallState,
  callEnd,
  callKind,
  callMayStep,
  callState,
  RING_SECONDS,
} from '../../../src/domain/intercom/call.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { addNotices, audienceOf } from '../notices/public.ts'

export const ANSWER_PERMISSION = 'call.answer'
export const DIRECT_PERMISSION = 'call.direct'
export const RING_MS = RING_SECONDS * 1000
/** Nobody talks through a door for longer: a call that nobody ended is over then. */
export const LONGEST_CALL_MS = 30 * MINUTE_MS

const row = z.object({
  id: z.int(),
  tenantId: z.int(),
  kind: callKind,
  state: callState,
  deviceId: z.nullable(z.int()),
  imei: z.nullable(z.string()),
  deviceName: z.nullable(z.string()),
  departmentId: z.nullable(z.int()),
  callerId: z.nullable(z.int()),
  callerName: z.nullable(z.string()),
  calleeId: z.nullable(z.int()),
  calleeName: z.nullable(z.string()),
  community: z.nullable(z.string()),
  building: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  roomNo: z.nullable(z.string()),
  /** The room as a row, where the number is one. */
  roomId: z.nullable(z.int()),
  /** Until then it rings for those who live there alone; null: for the property too. */
  heldUntil: z.nullable(z.int()),
  channel: z.string(),
  provider: callProvider,
  startedAt: z.int(),
  expiresAt: z.int(),
  answeredAt: z.nullable(z.int()),
  answeredBy: z.nullable(z.string()),
  answeredById: z.nullable(z.int()),
  /** Who of the home has answered, in place of a person of the console. */
  residentId: z.nullable(z.int()),
  endedAt: z.nullable(z.int()),
  endReason: z.nullable(callEnd),
  unlockedBy: z.nullable(z.string()),
  /** Whom it rang; null: everybody who may answer. */
  rungIds: z.nullable(z.array(z.int())),
  updatedAt: z.int(),
})
export type CallRow = z.output<typeof row>

const COLUMNS = Object.keys(row.shape)
  .map(field => {
    const column = `c.${field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`
    // Numbers come out of an array as text, unless it is JSON.
    return `${field === 'rungIds' ? `array_to_json(${column})` : column} as "${field}"`
  })
  .join(', ')

/** Calls that fulfil a condition over the row `c`. */
export async function readCalls(sql: Sql, condition: string, values: unknown[]): Promise<CallRow[]> {
  const rows = await sql.query(`select ${COLUMNS} from call c where ${condition}`, values)
  return rows.map(found => z.parse(row, found))
}

export async function readCall(sql: Sql, id: number): Promise<CallRow | undefined> {
  return (await readCalls(sql, 'c.id = $1', [id]))[0]
}

/** The statement's rows; for insert and update, whose table is named `c`. */
async function changed(sql: Sql, statement: string, values: unknown[]): Promise<CallRow[]> {
  const rows = await sql.query(`${statement} returning ${COLUMNS}`, values)
  return rows.map(found => z.parse(row, found))
}

/** Tells the rest of the server, once the step is committed. */
export function announce(sql: Sql, bus: Bus, { id, tenantId, departmentId, kind, state }: CallRow): void {
  sql.afterCommit(() => bus.emit('call.changed', { id, tenantId, departmentId, kind, state }))
}

type NewCall = Pick<CallRow, 'tenantId' | 'kind' | 'channel' | 'provider' | 'startedAt'> &
  Partial<
    Pick<
      CallRow,
      | 'deviceId'
      | 'imei'
      | 'deviceName'
      | 'departmentId'
      | 'callerId'
      | 'callerName'
      | 'calleeId'
      | 'calleeName'
      | 'community'
      | 'building'
      | 'unit'
      | 'roomNo'
      | 'rungIds'
      | 'roomId'
      | 'heldUntil'
    >
  >

/** A call begins to ring; undefined when its door has a live call already. */
export async function openCall(sql: Sql, bus: Bus, call: NewCall): Promise<CallRow | undefined> {
  const [opened] = await changed(
    sql,
    `insert into call as c (tenant_id, created_at, updated_at, kind, device_id, imei, device_name, department_id,
       caller_id, caller_name, callee_id, callee_name, community, building, unit, room_no, channel, provider,
       started_at, expires_at, rung_ids, room_id, held_until)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $2, $18, $19, $20, $21)
     on conflict (device_id) where state in ('ringing', 'answered') and device_id is not null do nothing`,
    [
      call.tenantId,
      call.startedAt,
      call.kind,
      call.deviceId ?? null,
      call.imei ?? null,
      call.deviceName ?? null,
      call.departmentId ?? null,
      call.callerId ?? null,
      call.callerName ?? null,
      call.calleeId ?? null,
      call.calleeName ?? null,
      call.community ?? null,
      call.building ?? null,
      call.unit ?? null,
      call.roomNo ?? null,
      call.channel,
      call.provider,
      call.startedAt + RING_MS,
      call.rungIds ?? null,
      call.roomId ?? null,
      call.heldUntil ?? null,
    ],
  )
  if (opened) announce(sql, bus, opened)
  return opened
}

const statesBefore = (to: CallState) => callState.options.filter(from => callMayStep(from, to))

/** Who answers: a person of the console, or somebody who lives there, in a session of the resident page. */
type Answering = { name: string } & ({ accountId: number } | { residentId: number; tokenHash: string })

/** Answers a ringing call for somebody; undefined when it rings no more. However many try, one gets the row. */
export async function answerCall(
  sql: Sql,
  bus: Bus,
  id: number,
  who: Answering,
  at: number,
): Promise<CallRow | undefined> {
  const [accountId, residentId, session] =
    'accountId' in who
      ? [who.accountId, null, null]
      : [null, who.residentId, Buffer.from(who.tokenHash, 'hex')]
  const [answered] = await changed(
    sql,
    `update call c set state = 'answered', answered_at = $2, answered_by_id = $3, answered_by = $4, resident_id = $6,
       resident_session = $7, updated_at = $2, version = version + 1
     where c.id = $1 and c.state = any($5) and c.expires_at > $2`,
    [id, at, accountId, who.name, statesBefore('answered'), residentId, session],
  )
  if (answered) announce(sql, bus, answered)
  return answered
}

/**
 * The door was opened for the visitor of a call, for the first time. A call that still rings is over with that: the
 * visitor is in. One that somebody speaks goes on.
 */
export async function unlockCall(sql: Sql, bus: Bus, id: number, who: string, at: number) {
  const [unlocked] = await changed(
    sql,
    `update call c set unlocked_at = $2::bigint, unlocked_by = $3,
       ended_at = case c.state when 'ringing' then $2::bigint else c.ended_at end,
       end_reason = case c.state when 'ringing' then 'unlocked' else c.end_reason end,
       state = case c.state when 'ringing' then 'ended' else c.state end, updated_at = $2::bigint,
       version = version + 1
     where c.id = $1 and c.unlocked_at is null`,
    [id, at, who],
  )
  if (unlocked?.endReason === 'unlocked') announce(sql, bus, unlocked)
  return unlocked
}

/** Why a call ends, by how far it had got. */
export interface EndReasons {
  ringing: CallEnd
  answered: CallEnd
}

/** Ends the live calls that fulfil a condition over the row `c`; parameters of the condition begin with `$4`. */
export async function endCalls(
  sql: Sql,
  bus: Bus,
  condition: string,
  values: unknown[],
  reasons: EndReasons,
  at: number,
): Promise<CallRow[]> {
  const ended = await changed(
    sql,
    `update call c set state = case c.state when 'ringing' then 'missed' else 'ended' end,
       end_reason = case c.state when 'ringing' then $2::text else $3::text end, ended_at = $1::bigint,
       updated_at = $1::bigint, version = version + 1
     where c.state in ('ringing', 'answered') and ${condition}`,
    [at, reasons.ringing, reasons.answered, ...values],
  )
  for (const call of ended) {
    announce(sql, bus, call)
    if (call.residentId !== null) await sql.change('delete from call_word where call_id = $1', [call.id])
    if (call.state === 'missed') await noteMissed(sql, bus, call, at)
  }
  return ended
}

/** A line in the message centre of everybody whom it rang; who declined knows. */
async function noteMissed(sql: Sql, bus: Bus, call: CallRow, at: number): Promise<void> {
  const { tenantId, departmentId, calleeId } = call
  if (call.kind === 'direct' && (calleeId === null || call.endReason === 'declined')) return
  // Who rang for a home and went again before its time was over never rang for the property.
  if (call.heldUntil !== null) return
  const people =
    call.kind === 'direct'
      ? [calleeId ?? 0]
      : (call.rungIds ?? (await audienceOf(sql, { tenantId, departmentId }, ANSWER_PERMISSION)))
  const notified = await addNotices(sql, tenantId, people, {
    kind: 'call',
    subject: 'call',
    subjectId: call.id,
    imei: call.imei,
    who: call.kind === 'direct' ? call.callerName : call.deviceName,
    place: placeOf(call),
    content: null,
    at,
  })
  if (notified.length > 0)
    sql.afterCommit(() => bus.emit('notice.added', { tenantId, kind: 'call', accountIds: notified }))
}

const placeOf = ({ community, building, unit, roomNo }: CallRow) =>
  [community, building, unit, roomNo].filter(Boolean).join(' ') || null

/**
 * Holds everything about one person's lines until the transaction ends: whether they are free is asked and then acted
 * on. Several people in the order of their ids, so that two transactions never wait for each other.
 */
export async function holdLines(sql: Sql, ...accountIds: number[]): Promise<void> {
  for (const id of [...accountIds].sort((a, b) => a - b))
    await sql.query('select pg_advisory_xact_lock(418, $1::int)', [id])
}

/** Whether a person talks, or calls somebody: they have one line. */
export async function isBusy(sql: Sql, accountId: number, at: number): Promise<boolean> {
  const busy = await sql.first(
    `select id from call where (state = 'answered' and (answered_by_id = $1 or caller_id = $1))
       or (state = 'ringing' and caller_id = $1 and expires_at > $2) limit 1`,
    [accountId, at],
  )
  return busy !== undefined
}
