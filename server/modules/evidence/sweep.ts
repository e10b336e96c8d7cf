// Gives up what nobody goes on sending, and forgets what became of those that ended.
import { DAY_MS } from '../../../src/domain/durations.ts'
import { ABANDONED_DAYS } from '../../../src/domain/recordings/part-upload.ts'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import type { Staging } from './staging.ts'

/** Called by the housekeeping. */
export async function sweepPartUploads(
  { data, staging }: Pick<Kernel, 'data'> & { staging: Staging },
  now: number,
): Promise<void> {
  const before = now - ABANDONED_DAYS * DAY_MS
  const gone = await data.scoped(WHOLE, async sql => {
    const rows = await rowsOf(
      sql,
      tables
        .deleteFrom('part_upload')
        .where('updated_at', '<', before)
        .where('state', '<>', 'checking')
        .returning(['tenant_id', 'key', 'name', 'bytes', 'state']),
    )
    for (const row of rows)
      if (row.state === 'open')
        sql.audit({
          tenantId: row.tenant_id,
          userId: null,
          userName: null,
          address: null,
          action: 'recording.uploadAbandoned',
          entity: 'recording',
          rowId: null,
          detail: { name: row.name, bytes: row.bytes },
        })
    return rows
  })
  for (const { key } of gone) await staging.remove(key)
  // Files whose row a killed server no longer had: nobody could go on with them.
  const old = await staging.olderThan(before)
  if (old.length === 0) return
  const known = await data.scoped(WHOLE, sql =>
    rowsOf(sql, tables.selectFrom('part_upload').select('key').where('key', 'in', old)),
  )
  const kept = new Set(known.map(({ key }) => key))
  for (const key of old) if (!kept.has(key)) await staging.remove(key)
}
