// The SIM card of a device that leaves: the card stays with its tenant and is free again.
import type { Sql } from '../../db/scoped.ts'

interface Leaving {
  id: number
}

/** Ends the binding of the device's card, if it has one. */
export async function endDeviceCard(
  sql: Sql,
  { id }: Leaving,
  { userName }: { userName: string | null },
): Promise<void> {
  const now = Date.now()
  await sql.change(
    `update sim_binding set unbound_by = $2, unbound_at = $3, updated_at = $3, version = version + 1
     where device_id = $1 and unbound_at is null and removed_at is null`,
    [id, userName, now],
  )
  await sql.change(
    'update sim_card set device_id = null, updated_at = $2, version = version + 1 where device_id = $1',
    [id, now],
  )
}
