// A guest types a code at a door: judged by its hours, its count and whose door it is, counted in the same statement, and opened.

import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { addDoorEvent, type DoorPart, type DoorTools, writeResidentOrder } from '../intercom/public.ts'
import { IS_DOOR_OF } from './doors.ts'
import { raw } from './raw.ts'

const REASON = 'guestCode'
/** After so many wrong codes a door takes none for a while: six digits are not to be guessed. */
const MOST_WRONG = 5
const WRONG_WINDOW_MS = 10 * MINUTE_MS

export function createGuestPart({ outlet }: Pick<DoorTools, 'outlet'>): DoorPart {
  return {
    messages: {
      '5100': async (sql, { device, message, at }) => {
        if (device.kind !== 'doorUnit') return 'door.notDoorUnit'
        const refused = async () => {
          await addDoorEvent(sql, device, { kind: 'unlockRefused', reason: REASON, at })
          return 'guest.code'
        }
        if ((await wrongLately(sql, device.id, at)) >= MOST_WRONG) return refused()
        const code = await countUse(sql, device, message.digits, at)
        if (!code) return refused()
        const door = await firstOf(
          sql,
          tables.selectFrom('device').select('order_key as key').where('id', '=', device.id),
        )
        const order =
          door?.key &&
          (await writeResidentOrder(
            sql,
            { ...device, key: door.key },
            { residentId: code.residentId, name: code.guest, request: `guest ${code.id} ${code.used}`, at },
          ))
        if (!order) return refused()
        sql.audit({
          ...{ tenantId: device.tenantId, userId: null, userName: code.guest, address: null },
          ...{ action: 'device.unlock', entity: 'device', rowId: device.id },
          detail: { imei: device.imei, result: 'sent', by: REASON, guestCodeId: code.id, used: code.used },
        })
        sql.afterCommit(() => void outlet().toDevice(device.imei, order, 0))
        return undefined
      },
    },
  }
}

async function wrongLately(sql: Sql, deviceId: number, at: number): Promise<number> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('door_event')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('device_id', '=', deviceId)
      .where('reason', '=', REASON)
      .where('at', '>', at - WRONG_WINDOW_MS),
  )
  return Number(row?.n ?? 0)
}

/** Of two who type the last opening of a code at once, one gets it. */
async function countUse(
  sql: Sql,
  { id, tenantId }: { id: number; tenantId: number },
  digits: string,
  at: number,
): Promise<{ id: number; used: number; residentId: number; guest: string } | undefined> {
  const used = await firstOf(
    sql,
    tables
      .updateTable('guest_code')
      .set(({ eb }) => ({ used: eb('used', '+', 1), updated_at: at }))
      .where('tenant_id', '=', tenantId)
      .where('digits', '=', digits)
      .where('removed_at', 'is', null)
      .where('valid_from', '<=', at)
      .where('valid_until', '>', at)
      .whereRef('used', '<', 'most_uses')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('occupancy as o')
            .innerJoin('device as d', join => join.on(raw(IS_DOOR_OF('o.room_id'))))
            .select('o.id')
            .whereRef('o.id', '=', 'guest_code.occupancy_id')
            .where('o.state', '=', 'active')
            .where('d.id', '=', id),
        ),
      )
      .returning(['id', 'used', 'resident_id as residentId', 'guest_name as guestName']),
  )
  if (!used) return undefined
  const resident = await firstOf(
    sql,
    tables.selectFrom('resident').select('name').where('id', '=', used.residentId),
  )
  const { guestName, ...code } = used
  return { ...code, guest: [guestName, resident?.name].filter(Boolean).join(' → ') }
}
