// Positions inside buildings: the history of each device, and where it is now.
import type { Sql } from '../../db/scoped.ts'
import type { AlarmDevice } from '../alarms/public.ts'

/** A device that can be inside a building. */
export interface PlacedDevice extends AlarmDevice {
  live: { battery: number | null }
}

export interface IndoorRow {
  device: PlacedDevice
  drawingId: number
  x: number
  y: number
  z: number | null
  at: number
}

/** Adds all positions to the history, and the newest of each device to its row of `device_state`, which must exist by now. */
export async function saveIndoor(sql: Sql, rows: readonly IndoorRow[]): Promise<void> {
  if (rows.length === 0) return
  const column = <T>(of: readonly IndoorRow[], pick: (row: IndoorRow) => T) => of.map(pick)
  const values = (of: readonly IndoorRow[]) => [
    column(of, row => row.device.tenantId),
    column(of, row => row.device.id),
    column(of, row => row.at),
    column(of, row => row.drawingId),
    column(of, row => row.x),
    column(of, row => row.y),
    column(of, row => row.z),
  ]
  const unnested =
    'unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[])'
  await sql.change(
    `insert into indoor_position (tenant_id, device_id, at, drawing_id, x, y, z) select * from ${unnested} on conflict do nothing`,
    values(rows),
  )
  const newest = new Map<number, IndoorRow>()
  for (const row of rows) if (row.at >= (newest.get(row.device.id)?.at ?? 0)) newest.set(row.device.id, row)
  await sql.change(
    `update device_state s set drawing_id = n.drawing_id, indoor_x = n.x, indoor_y = n.y, indoor_z = n.z, indoor_at = n.at
     from ${unnested} as n (tenant_id, device_id, at, drawing_id, x, y, z)
     where s.device_id = n.device_id and s.tenant_id = n.tenant_id and n.at >= coalesce(s.indoor_at, 0)`,
    values([...newest.values()]),
  )
}
