// Deletes recordings whose days are over, with their files, for good. Those that somebody holds stay.

import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'
import { throwAway } from '../files/public.ts'
import type { RecordingParts } from './recordings.ts'

const AT_ONCE = 100

export const recordingsRound = defineRound({
  name: 'recordings',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '41 * * * *',
})

/** Answers how many recordings went. */
export async function deleteExpired(
  parts: Pick<RecordingParts, 'data' | 'storages' | 'log'>,
  now: number,
): Promise<number> {
  const { data } = parts
  const expired = await data.scoped(WHOLE, sql =>
    rowsOf(
      sql,
      tables
        .selectFrom('recording')
        .select(['id', 'tenant_id', 'name'])
        .where('expires_at', '<', now)
        .where('held_at', 'is', null)
        .where('state', 'in', ['ready', 'failed'])
        .where('removed_at', 'is', null)
        .limit(AT_ONCE),
    ),
  )
  for (const { id, tenant_id, name } of expired) {
    const files = await data.scoped(WHOLE, async sql => {
      // Somebody may hold it since it was found.
      const gone = await sql.change(
        `update recording set removed_at = $2, updated_at = $2, version = version + 1
         where id = $1 and held_at is null and removed_at is null`,
        [id, now],
      )
      if (gone === 0) return []
      sql.audit({
        tenantId: tenant_id,
        userId: null,
        userName: '',
        address: null,
        action: 'recording.expired',
        entity: 'recording',
        rowId: id,
        detail: { name },
      })
      await sql.change(
        `update stored_file set removed_at = $2, updated_at = $2, version = version + 1
         where removed_at is null and id in (select file_id from recording_track where recording_id = $1)`,
        [id, now],
      )
      return rowsOf(
        sql,
        tables
          .selectFrom('stored_file')
          .innerJoin('recording_track', 'recording_track.file_id', 'stored_file.id')
          .select(['stored_file.id', 'stored_file.key', 'stored_file.storage'])
          .where('recording_id', '=', id)
          .where('swept_at', 'is', null),
      )
    })
    await throwAway(parts, files, now)
  }
  return expired.length
}
