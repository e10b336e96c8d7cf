// Takes the task of a job: once, and again where a worker died in the middle of it.
import type { Sql } from '../../db/scoped.ts'
import type { TaskFormat, TaskKind } from './runners.ts'

/** A task that takes its process down with it must not do so for ever. */
export const TRIES = 2

export interface TaskRow {
  id: number
  tenant_id: number
  user_id: number
  kind: TaskKind
  entity: string
  format: TaskFormat
  file_name: string
  dry_run: boolean
  started_at: number
  /** `attempts`: how often it was begun since it last came a step forward. */
  request: Record<string, unknown> & { attempts: number }
}

/**
 * Undefined when nothing is to be done: it was cancelled or removed meanwhile, or another job has it. One that runs is
 * taken by its own job only, whose worker died.
 */
export function takeTask(sql: Sql, taskId: number, jobId: string): Promise<TaskRow | undefined> {
  return sql.first<TaskRow>(
    `update task set state = 'running', updated_at = $2, started_at = $2, version = version + 1,
       request = request || jsonb_build_object('attempts', (request ->> 'attempts')::int + 1, 'jobId', $3::text)
     where id = $1 and removed_at is null
       and (state = 'waiting' or (state = 'running' and request ->> 'jobId' = $3::text))
     returning id, tenant_id, user_id, kind, entity, format, file_name, dry_run, started_at, request`,
    [taskId, Date.now(), jobId],
  )
}
