// A resident opens a door from the phone: judged by the right that living there gives, written down, and only then an order.
import { createHmac, randomBytes } from 'node:crypto'
import { type UnlockOrder, unlockText } from '../../../src/contract/device-messages.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Lines } from '../../lines.ts'
import type { ResidentLive } from '../../person.ts'
import { livingNow } from '../community/public.ts'
import type { KnownDevice } from '../ingest/public.ts'
import { addDoorEvent, UNLOCK_LIFE_MS } from './door-events.ts'
import { callOf, spokenCall } from './room-calls.ts'
import { createMemory, MOST_IN_WINDOW } from './unlock-request.ts'

type ResidentUnlock = 'sent' | 'forbidden' | 'tooOften' | 'offline' | 'noKey' | 'repeated'

interface Asked extends ResidentLive {
  deviceId: number
  /** Of the visitor whom it is opened for: who rings for a home of the telephone, or speaks with this very session. */
  callId?: number | undefined
  nonce: string
  address: string
}

interface Decided {
  result: ResidentUnlock
  /** What leaves for the door once it is written down. */
  sent?: {
    order: UnlockOrder
    door: Pick<KnownDevice, 'id' | 'tenantId' | 'imei' | 'name' | 'departmentId'>
    name: string
  }
}

/** The order carries no account: it is nobody's of the console. */
const NOBODY = 0

export function createResidentUnlock({ data, lines }: { data: Data; lines: Lines }) {
  const memory = createMemory(Date.now)

  const decide = async (
    sql: Sql,
    { phone, tokenHash, deviceId, callId, nonce, address }: Asked,
    presses: number,
  ): Promise<Decided> => {
    const at = Date.now()
    const right = await rightTo(sql, phone, deviceId, at)
    const door = await doorOf(sql, deviceId)
    if (!door || (!right && !(await livesNear(sql, phone, door.tenantId)))) return { result: 'forbidden' }
    const answered = (result: ResidentUnlock) => {
      sql.audit({
        ...{ tenantId: door.tenantId, userId: null, userName: right?.name ?? null, address },
        ...{ action: 'device.unlock', entity: 'device', rowId: door.id },
        detail: { imei: door.imei, result, by: 'resident', residentId: right?.residentId ?? null },
      })
      return { result }
    }
    const refused = async (result: ResidentUnlock) => {
      const kind = result === 'offline' || result === 'noKey' ? 'unlockFailed' : 'unlockRefused'
      await addDoorEvent(sql, door, { kind, personName: right?.name ?? null, reason: result, at })
      return answered(result)
    }
    if (!right) return refused('forbidden')
    if (presses > MOST_IN_WINDOW) return refused('tooOften')
    if (!lines.listens?.(door.imei)) return refused('offline')
    if (!door.key) return refused('noKey')
    const call =
      callId === undefined
        ? undefined
        : ((await callOf(sql, phone, callId, at)) ?? (await spokenCall(sql, { phone, tokenHash }, callId)))
    const order = await writeResidentOrder(
      sql,
      { ...door, key: door.key },
      // A visitor who has gone meanwhile is let in all the same: the door is the resident's.
      { ...right, request: nonce, callId: call?.deviceId === deviceId ? call.id : null, at },
    )
    if (!order) return answered('repeated')
    return { ...answered('sent'), sent: { order, door, name: right.name } }
  }

  return async (asked: Asked): Promise<ResidentUnlock> => {
    const presses = memory.press(Number(asked.phone))
    const { result, sent } = await data.scoped(WHOLE, sql => decide(sql, asked, presses))
    if (!sent) return result
    const { order, door, name } = sent
    if (await lines.toDevice?.(door.imei, order)) return result
    await data.scoped(WHOLE, async sql => {
      await rowsOf(
        sql,
        tables
          .updateTable('unlock_order')
          .set({ result: 'offline' })
          .where('nonce', '=', order.nonce)
          .returning('nonce'),
      )
      await addDoorEvent(sql, door, {
        kind: 'unlockFailed',
        personName: name,
        reason: 'offline',
        at: Date.now(),
      })
    })
    return 'offline'
  }
}

/** The right that somebody with the telephone has now, because they live there. */
const rightTo = (sql: Sql, phone: string, deviceId: number, at: number) =>
  firstOf(
    sql,
    livingNow()
      .innerJoin('door_right as r', 'r.occupancy_id', 'o.id')
      .select(['p.id as residentId', 'p.name'])
      .where('r.device_id', '=', deviceId)
      .where('r.card_id', 'is', null)
      .where('r.account_id', 'is', null)
      .where('r.removed_at', 'is', null)
      .where('p.phone', '=', phone)
      .where(({ or, eb }) => or([eb('r.valid_from', 'is', null), eb('r.valid_from', '<=', at)]))
      .where(({ or, eb }) => or([eb('r.valid_until', 'is', null), eb('r.valid_until', '>', at)]))
      .limit(1),
  )

const doorOf = (sql: Sql, deviceId: number) =>
  firstOf(
    sql,
    tables
      .selectFrom('device')
      .select(['id', 'tenant_id as tenantId', 'imei', 'name', 'department_id as departmentId'])
      .select('order_key as key')
      .where('id', '=', deviceId)
      .where('kind', '=', 'doorUnit')
      .where('removed_at', 'is', null),
  )

/** Strangers to the tenant leave no line in its list: they could fill it. */
async function livesNear(sql: Sql, phone: string, tenantId: number): Promise<boolean> {
  const known = await firstOf(
    sql,
    tables
      .selectFrom('resident')
      .select('id')
      .where('phone', '=', phone)
      .where('tenant_id', '=', tenantId)
      .limit(1),
  )
  return known !== undefined
}

interface Opening {
  residentId: number
  /** Who opens, for the list of what happened at the door. */
  name: string
  /** What is obeyed once, whatever is repeated. */
  request: string
  /** The call that is over once the door has opened. */
  callId?: number | null
  at: number
}

/** An order that a resident answers for, written down and signed; undefined where this very request has had one. */
export async function writeResidentOrder(
  sql: Sql,
  door: { id: number; tenantId: number; imei: string; key: Buffer },
  { residentId, name, request, callId = null, at }: Opening,
): Promise<UnlockOrder | undefined> {
  const order = {
    ...{ code: '5082' as const, imei: door.imei, userId: NOBODY, callId },
    ...{ nonce: randomBytes(24).toString('base64url'), expiresAt: at + UNLOCK_LIFE_MS },
  }
  const written = await rowsOf(
    sql,
    tables
      .insertInto('unlock_order')
      .values({
        ...{
          nonce: order.nonce,
          tenant_id: door.tenantId,
          device_id: door.id,
          call_id: callId,
          account_id: null,
        },
        ...{ resident_id: residentId, account_name: name, request_nonce: request, created_at: at },
        expires_at: order.expiresAt,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('nonce'),
  )
  if (written.length === 0) return undefined
  return { ...order, mac: createHmac('sha256', door.key).update(unlockText(order)).digest('base64url') }
}
