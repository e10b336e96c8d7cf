// Puts a task into the list; a worker takes it up after the commit.
import { clockText, isZone } from '../../../src/domain/report/zone-time.ts'
import type { Sql } from '../../db/scoped.ts'
import { by } from '../../entity/rules.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { TaskFormat, TaskKind } from './runners.ts'
import { type Starting, sendTask } from './task-job.ts'

/** Most tasks of one person that wait or run at a time. */
export const MOST_OPEN_TASKS = 20

export interface NewTask {
  kind: TaskKind
  /** Key of the entity it is about. */
  entity: string
  format: TaskFormat
  fileName: string
  dryRun?: boolean
  totalRows?: number
  /** Whatever its runner needs. */
  request: Readonly<Record<string, unknown>>
  /** What the audit log says of it. */
  detail?: Record<string, unknown>
}

/** Stores a task of the calling person and answers its id. */
export async function startTask(
  starting: Starting,
  wanted: NewTask,
  context: Pick<Context, 'person' | 'sql' | 'address'>,
): Promise<number> {
  const { person, sql, address } = context
  const { kind, entity, format } = wanted
  await refuseTooMany(sql, person.accountId)
  const row = await sql.first<{ id: number }>(
    `insert into task (tenant_id, created_at, updated_at, kind, entity, format, file_name, dry_run, total_rows, user_id, user_name, request)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      person.tenantId,
      Date.now(),
      kind,
      entity,
      format,
      wanted.fileName,
      wanted.dryRun ?? false,
      wanted.totalRows ?? null,
      person.accountId,
      person.name,
      JSON.stringify({ ...wanted.request, address, attempts: 0 }),
    ],
  )
  if (!row) throw new Error('The task was not stored')
  sql.audit({
    ...by(context, person.tenantId),
    action: `${entity}.${kind}`,
    entity,
    rowId: null,
    detail: { taskId: row.id, format, ...wanted.detail },
  })
  await sendTask(sql, starting, { id: row.id, tenantId: person.tenantId, userId: person.accountId })
  return row.id
}

/** `device-20260102-030405.csv`, in the time of the person. */
export function stampedName(name: string, format: string, zone: string, now = Date.now()): string {
  if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
  const stamp = clockText(zone, now).slice(0, 19).replace(/[-:]/g, '')
  return `${name}-${stamp.replace(' ', '-')}.${format}`
}

/** The zone of a stored request; one that waited since before there were zones has a distance from UTC. */
export function storedZone({ zone, offsetMinutes = 0 }: { zone?: string; offsetMinutes?: number }): string {
  if (zone !== undefined) return zone
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.abs(offsetMinutes)
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Refuses a person who has as many open tasks as may be. Two calls at the same moment: the second sees the task of the first. */
export async function refuseTooMany(sql: Sql, accountId: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(418, $1::int)', [accountId])
  const row = await sql.first<{ n: number }>(
    `select count(*)::int as n from task where user_id = $1 and state in ('waiting', 'running') and removed_at is null
       and cancelled_at is null`,
    [accountId],
  )
  if ((row?.n ?? 0) >= MOST_OPEN_TASKS)
    throw new Refused('task.tooMany', { params: { max: MOST_OPEN_TASKS } })
}
