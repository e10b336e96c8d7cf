// What happened at a door: one line in its list.
import type { DoorEventKind } from '../../../src/domain/intercom/door.ts'
import type { Sql } from '../../db/scoped.ts'
import type { KnownDevice } from '../ingest/public.ts'

/** How long an order to unlock is good for. */
export const UNLOCK_LIFE_MS = 10_000
/** How much later its confirmation may still arrive. */
export const CONFIRM_GRACE_MS = 5_000

export interface DoorEventDraft {
  kind: DoorEventKind
  personId?: number | null
  personName?: string | null
  cardInfo?: string | null
  callId?: number | null
  reason?: string | null
  at: number
}

type Door = Pick<KnownDevice, 'id' | 'tenantId' | 'imei' | 'name' | 'departmentId'>

export async function addDoorEvent(sql: Sql, door: Door, event: DoorEventDraft): Promise<void> {
  await sql.change(
    `insert into door_event (tenant_id, created_at, updated_at, device_id, imei, device_name, department_id, kind,
       person_id, person_name, card_info, call_id, reason, at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $2)`,
    [
      door.tenantId,
      event.at,
      door.id,
      door.imei,
      door.name,
      door.departmentId,
      event.kind,
      event.personId ?? null,
      event.personName ?? null,
      event.cardInfo ?? null,
      event.callId ?? null,
      event.reason ?? null,
    ],
  )
}
