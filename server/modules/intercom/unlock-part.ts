// What door units say about openings: 5091 answers an order to unlock, 5092 tells what happened by itself.
import * as z from 'zod/mini'
import { unlockConfirmation } from '../../../src/contract/messages.ts'
import { WHOLE } from '../../db/scoped.ts'
import type { DoorHandler } from '../ingest/public.ts'
import { ANSWER_PERMISSION, unlockCall } from './call-rows.ts'
import { wireNotice } from './call-words.ts'
import { addDoorEvent, CONFIRM_GRACE_MS } from './door-events.ts'
import type { DoorPart, DoorTools } from './door-part.ts'

/** Type of 5091 that confirms a remote unlock (real-time specification, section 4). */
const REMOTE = 3
const UNANSWERED = 'noAnswer'

interface Order {
  callId: number | null
  /** Null for a resident's. */
  accountId: number | null
  accountName: string
}

const ORDER = `call_id as "callId", account_id as "accountId", account_name as "accountName"`

export function createUnlockPart({ data, bus, now, outlet }: DoorTools): DoorPart {
  const confirm: DoorHandler<'5091'> = async (sql, { device, message, at }) => {
    if (message.type !== REMOTE) return 'unlock.type'
    const order = await sql.first<Order>(
      `update unlock_order set confirmed_at = $3, result = $4, reason = $5
       where nonce = $1 and device_id = $2 and result is null and expires_at + $6 >= $3 returning ${ORDER}`,
      [message.nonce, device.id, at, message.result, message.reason ?? null, CONFIRM_GRACE_MS],
    )
    if (!order) return 'unlock.nonce'
    const opened = message.result === 'opened'
    const { callId } = order
    await addDoorEvent(sql, device, {
      kind: opened ? 'unlocked' : 'unlockFailed',
      personId: order.accountId,
      personName: order.accountName,
      callId,
      reason: message.reason ?? null,
      at,
    })
    const { tenantId, departmentId } = device
    const confirmation = z.encode(unlockConfirmation, {
      code: '5091',
      type: REMOTE,
      imei: device.imei,
      result: message.result,
      callId,
      userId: order.accountId,
      userName: order.accountName,
      at,
    })
    // Who pressed hears of the opening before the end of the call.
    sql.afterCommit(() => outlet().toAnswers(device.imei, { tenantId, departmentId }, confirmation))
    if (!opened || callId === null) return undefined
    const call = await unlockCall(sql, bus, callId, order.accountName, at)
    if (call?.state === 'answered')
      sql.afterCommit(() => outlet().toAll({ tenantId, departmentId }, wireNotice(call), ANSWER_PERMISSION))
    return undefined
  }

  const happened: DoorHandler<'5092'> = async (sql, { device, message, time }) => {
    if (device.kind !== 'doorUnit') return 'door.notDoorUnit'
    const cardInfo = message.cardInfo ?? null
    const holder =
      cardInfo === null
        ? undefined
        : await sql.first<{ name: string }>(
            `select holder_name as name from door_card
             where tenant_id = $1 and card_info = $2 and removed_at is null`,
            [device.tenantId, cardInfo],
          )
    await addDoorEvent(sql, device, {
      kind: message.event,
      cardInfo,
      personName: holder?.name ?? null,
      at: time,
    })
    const { tenantId } = device
    if (message.event === 'cardOpened') sql.afterCommit(() => bus.emit('people.seen', { tenantId }))
    return undefined
  }

  return {
    messages: { '5091': confirm, '5092': happened },
    // An order that no door has confirmed in time failed: said once.
    sweep: async () => {
      const at = now()
      await data.scoped(WHOLE, async sql => {
        const silent = await sql.query<
          Order & { id: number; tenantId: number; imei: string; name: string; departmentId: number | null }
        >(
          `update unlock_order o set result = $2 from device d
           where d.id = o.device_id and o.result is null and o.expires_at < $1
           returning o.call_id as "callId", o.account_id as "accountId", o.account_name as "accountName", d.id,
             d.tenant_id as "tenantId", d.imei, d.name, d.department_id as "departmentId"`,
          [at - CONFIRM_GRACE_MS, UNANSWERED],
        )
        for (const order of silent)
          await addDoorEvent(sql, order, {
            kind: 'unlockFailed',
            personId: order.accountId,
            personName: order.accountName,
            callId: order.callId,
            reason: UNANSWERED,
            at,
          })
      })
    },
  }
}
