// Takes segments away that nobody holds: the oldest for newer ones, and those whose days are over. Row and bytes go together.
import { DAY_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import { type Storages, throwAway } from '../files/public.ts'

const AT_ONCE = 500
const GAP_DAYS = 365

type Given = Pick<Kernel, 'data' | 'log'> & { storages: Storages }

/** Somebody may hold one since it was found: that stays. */
async function drop(parts: Given, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  const files = await parts.data.scoped(WHOLE, async sql => {
    const gone = await rowsOf(
      sql,
      tables
        .deleteFrom('camera_segment')
        .where('id', 'in', [...ids])
        .where('held_at', 'is', null)
        .returning('file_id'),
    )
    if (gone.length === 0) return []
    return rowsOf(
      sql,
      tables
        .updateTable('stored_file')
        .set(({ eb }) => ({ removed_at: now, updated_at: now, version: eb('version', '+', 1) }))
        .where(
          'id',
          'in',
          gone.map(({ file_id }) => file_id),
        )
        .returning(['id', 'key', 'storage']),
    )
  })
  await throwAway(parts, files, now)
}

/** Makes room for so many bytes of a tenant, as far as there is something to take. */
export async function dropOldest(parts: Given, tenantId: number, bytes: number): Promise<void> {
  const oldest = await parts.data.scoped(WHOLE, sql =>
    rowsOf(
      sql,
      tables
        .selectFrom('camera_segment')
        .select(['id', 'bytes'])
        .where('tenant_id', '=', tenantId)
        .where('held_at', 'is', null)
        .orderBy('from_at')
        .limit(AT_ONCE),
    ),
  )
  const chosen: number[] = []
  let freed = 0
  for (const segment of oldest) {
    if (freed >= bytes) break
    freed += segment.bytes
    chosen.push(segment.id)
  }
  await drop(parts, chosen, Date.now())
}

/** Called by the housekeeping. */
export async function expireSegments(parts: Given, now: number): Promise<void> {
  await parts.data.scoped(WHOLE, sql =>
    sql.change('delete from camera_gap where to_at < $1', [now - GAP_DAYS * DAY_MS]),
  )
  for (;;) {
    const expired = await parts.data.scoped(WHOLE, sql =>
      rowsOf(
        sql,
        tables
          .selectFrom('camera_segment')
          .select('id')
          .where('expires_at', '<', now)
          .where('held_at', 'is', null)
          .orderBy('expires_at')
          .limit(AT_ONCE),
      ),
    )
    await drop(
      parts,
      expired.map(({ id }) => id),
      now,
    )
    if (expired.length < AT_ONCE) return
  }
}
