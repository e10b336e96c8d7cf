// Where a camera was to record and had no picture: one gap at a time.
import type { Sql } from '../../db/scoped.ts'

/** One that is open already goes on. */
export async function beginGap(
  sql: Sql,
  { tenantId, cameraId }: { tenantId: number; cameraId: number },
  at: number,
  why: string | null,
): Promise<void> {
  await sql.change(
    `insert into camera_gap (tenant_id, camera_id, from_at, why) select $1, $2, $3, $4
     where not exists (select from camera_gap where camera_id = $2 and to_at is null)`,
    [tenantId, cameraId, at, why],
  )
}

export const endGap = (sql: Sql, cameraId: number, at: number): Promise<number> =>
  sql.change('update camera_gap set to_at = greatest(from_at, $2) where camera_id = $1 and to_at is null', [
    cameraId,
    at,
  ])
