// Puts the file of a report into the task list.
import type { Sql } from '../../db/scoped.ts'
import { type Starting, sendTask } from '../tasks/public.ts'

interface Wanted {
  reportId: number
  tenantId: number
  /** Whose task it is, and whose rights count. */
  userId: number
  userName: string
  now: number
  /** Headings and labels of this file; absent: those that were saved with the report. */
  words?: unknown
}

/** Stores the task in the caller's transaction and answers its id. */
export async function startReport(
  sql: Sql,
  starting: Starting,
  { reportId, tenantId, userId, userName, now, words }: Wanted,
): Promise<number> {
  const row = await sql.first<{ id: number }>(
    `insert into task (tenant_id, created_at, updated_at, kind, entity, format, file_name, user_id, user_name, request)
     select $1, $2::bigint, $2::bigint, 'report', 'report', r.format,
       regexp_replace(r.name, '[\\\\/:*?"<>|[:cntrl:]]', '_', 'g') || '-'
         || to_char(to_timestamp($2::bigint / 1000.0) at time zone r.zone, 'YYYYMMDD-HH24MISS') || '.' || r.format,
       $3, $4, jsonb_build_object('reportId', r.id, 'attempts', 0, 'words', $6::jsonb)
     from report r where r.id = $5 returning id`,
    [tenantId, now, userId, userName, reportId, words === undefined ? null : JSON.stringify(words)],
  )
  if (!row) throw new Error('The task was not stored')
  await sql.change('update report set last_run_at = $2, last_task_id = $3 where id = $1', [
    reportId,
    now,
    row.id,
  ])
  await sendTask(sql, starting, { id: row.id, tenantId, userId })
  return row.id
}
