// 5082 from a person is a request, never a message to a device: judged, written down, and only then turned into an
// order for the door unit. What an honest console can run into is answered; what only a forger sends ends the connection.
import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod/mini'
import { type UnlockOrder, unlockText } from '../../../src/contract/device-messages.ts'
import { unlockAnswer } from '../../../src/contract/messages.ts'
import { holds } from '../../../src/domain/permission.ts'
import { covers, mayUnlock } from '../../broker/access.ts'
import type { PersonActions } from '../../broker/ports.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Outlet } from '../../outlet.ts'
import type { Person } from '../../person.ts'
import type { Devices, KnownDevice } from '../ingest/public.ts'
import { ANSWER_PERMISSION, readCalls } from './call-rows.ts'
import { addDoorEvent, UNLOCK_LIFE_MS } from './door-events.ts'
import {
  createMemory,
  FLOOD_IN_WINDOW,
  FRESH_MS,
  MOST_IN_WINDOW,
  readRequest,
  type UnlockRequest,
  WINDOW_MS,
} from './unlock-request.ts'

type Answer = z.output<typeof unlockAnswer>
type Result = Answer['result']

interface Options {
  data: Data
  devices: Devices
  now(): number
  outlet(): Outlet
  /** Whether the door unit would hear an order now. */
  listens(imei: string): boolean
}

const UNIQUE_VIOLATION = '23505'

/** By what the person may open this door now: a live call of theirs, an explicit right, or the highest authorization. */
async function groundsOf(
  sql: Sql,
  person: Person,
  device: KnownDevice,
  callId: number | null,
  at: number,
): Promise<{ by: 'call' | 'right' | 'highest'; callId: number | null } | undefined> {
  const calls = await readCalls(
    sql,
    `c.device_id = $1 and c.state in ('ringing', 'answered') and ($2::bigint is null or c.id = $2)`,
    [device.id, callId],
  )
  const own = calls.find(call =>
    call.state === 'answered'
      ? call.answeredById === person.accountId
      : call.heldUntil === null &&
        call.expiresAt > at &&
        covers(person, call) &&
        holds(person.permissions, ANSWER_PERMISSION),
  )
  if (own) return { by: 'call', callId: own.id }
  const right = await sql.first(
    `select id from door_right where device_id = $1 and account_id = $2 and removed_at is null
       and (valid_from is null or valid_from <= $3) and (valid_until is null or valid_until > $3)`,
    [device.id, person.accountId, at],
  )
  if (right) return { by: 'right', callId: null }
  return person.highest ? { by: 'highest', callId: null } : undefined
}

/**
 * How many doors the person has opened in the last minute, by whichever process. Taken in turns, so that two processes do
 * not each let the last one through.
 */
async function sentLately(sql: Sql, { accountId }: Person, at: number): Promise<number> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('unlock'), ($1::bigint % 2147483647)::int)`, [
    accountId,
  ])
  const row = await firstOf(
    sql,
    tables
      .selectFrom('unlock_order')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      .where('account_id', '=', accountId)
      .where('created_at', '>', at - WINDOW_MS),
  )
  return row?.sent ?? 0
}

/** The order, written down as relayed; undefined when another server has relayed this very request. */
async function writeOrder(
  sql: Sql,
  person: Person,
  device: KnownDevice,
  request: UnlockRequest,
  callId: number | null,
  key: Buffer,
  at: number,
): Promise<UnlockOrder | undefined> {
  const order = {
    code: '5082' as const,
    imei: device.imei,
    userId: person.accountId,
    callId,
    nonce: randomBytes(24).toString('base64url'),
    expiresAt: at + UNLOCK_LIFE_MS,
  }
  try {
    await sql.attempt(() =>
      sql.change(
        `insert into unlock_order (nonce, tenant_id, device_id, call_id, account_id, account_name, request_nonce,
           created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          order.nonce,
          device.tenantId,
          device.id,
          callId,
          person.accountId,
          person.name,
          request.nonce,
          at,
          order.expiresAt,
        ],
      ),
    )
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return undefined
    throw error
  }
  return { ...order, mac: createHmac('sha256', key).update(unlockText(order)).digest('base64url') }
}

export function createUnlock({ data, devices, now, outlet, listens }: Options): PersonActions['unlock'] {
  const memory = createMemory(now)

  /** Everything that is decided and written before anything leaves. */
  const decide = async (
    sql: Sql,
    person: Person,
    device: KnownDevice | undefined,
    request: UnlockRequest,
    presses: number,
  ): Promise<{ result: Result; order?: UnlockOrder; by?: string } | 'replayed'> => {
    const at = now()
    if (Math.abs(at - request.at) > FRESH_MS) return { result: 'stale' }
    if (!mayUnlock(person) || !device || device.kind !== 'doorUnit' || !covers(person, device))
      return { result: 'forbidden' }
    if (presses > MOST_IN_WINDOW) return { result: 'tooOften' }
    const grounds = await groundsOf(sql, person, device, request.callId ?? null, at)
    if (!grounds) return { result: 'noCall' }
    if (!listens(device.imei)) return { result: 'offline', by: grounds.by }
    const row = await sql.first<{ key: Buffer | null }>(
      'select order_key as key from device where id = $1 and removed_at is null',
      [device.id],
    )
    if (!row?.key) return { result: 'noKey', by: grounds.by }
    if ((await sentLately(sql, person, at)) >= MOST_IN_WINDOW) return { result: 'tooOften' }
    const order = await writeOrder(sql, person, device, request, grounds.callId, row.key, at)
    return order ? { result: 'sent', order, by: grounds.by } : 'replayed'
  }

  /** Every request is audited with what became of it, where the door's tenant can see it. */
  const writeDown = (
    sql: Sql,
    person: Person,
    device: KnownDevice | undefined,
    imei: string,
    address: string | null,
    detail: Record<string, string | number | null>,
  ) =>
    sql.audit({
      tenantId: device?.tenantId ?? person.tenantId,
      userId: person.accountId,
      userName: person.name,
      address,
      action: 'device.unlock',
      entity: 'device',
      rowId: device?.id ?? null,
      detail: { imei, ...detail },
    })

  const neverLeft = ({ nonce, callId }: UnlockOrder, device: KnownDevice, person: Person) =>
    data.scoped(WHOLE, async sql => {
      await sql.change(`update unlock_order set result = 'offline' where nonce = $1`, [nonce])
      await addDoorEvent(sql, device, {
        kind: 'unlockFailed',
        personId: person.accountId,
        personName: person.name,
        callId,
        reason: 'offline',
        at: now(),
      })
    })

  const seenBy = async (person: Person, imei: string) => {
    const device = (await devices.find([imei])).get(imei)
    return device && covers(person, device) ? device : undefined
  }

  return async (person, imei, payload, address) => {
    const presses = memory.press(person.accountId)
    if (presses > FLOOD_IN_WINDOW) return { accepted: false, reason: 'unlock.flood' }
    const read = readRequest(person, imei, payload)
    const request =
      typeof read === 'string' || memory.takeNonce(person.accountId, read.nonce) ? read : 'unlock.replayed'
    const device = await seenBy(person, imei)
    if (typeof request === 'string') {
      await data.scoped(WHOLE, async sql =>
        writeDown(sql, person, device, imei, address, { result: request }),
      )
      return { accepted: false, reason: request }
    }
    const decided = await data.scoped(WHOLE, async sql => {
      const decision = await decide(sql, person, device, request, presses)
      const { result, by, order } =
        decision === 'replayed' ? { result: 'unlock.replayed', by: undefined, order: undefined } : decision
      const callId = order?.callId ?? request.callId ?? null
      writeDown(sql, person, device, imei, address, { result, by: by ?? null, callId })
      if (decision !== 'replayed' && device?.kind === 'doorUnit' && !order)
        await addDoorEvent(sql, device, {
          kind: result === 'offline' || result === 'noKey' ? 'unlockFailed' : 'unlockRefused',
          personId: person.accountId,
          personName: person.name,
          reason: result,
          at: now(),
        })
      return decision
    })
    if (decided === 'replayed') return { accepted: false, reason: 'unlock.replayed' }
    let { result } = decided
    // At most once, and only to who is connected: an order that cannot leave now never leaves.
    if (decided.order && device && !(await outlet().toDevice(imei, decided.order, 0))) {
      result = 'offline'
      await neverLeft(decided.order, device, person)
    }
    const answer = { code: '5082', imei, userId: person.accountId, nonce: request.nonce, result } as const
    return { accepted: true, answer: z.encode(unlockAnswer, answer) }
  }
}
