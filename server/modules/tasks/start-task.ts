// Puts a task into the list; a worker takes it up after the commit.
import type { Bus } from '../../bus.ts'
import { by } from '../../entity/rules.ts'
import type { Context } from '../../http/handlers.ts'
import type { TaskKind } from './runners.ts'

export interface NewTask {
  kind: TaskKind
  /** Key of the entity it is about. */
  entity: string
  format: 'csv' | 'xlsx'
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
  bus: Bus,
  wanted: NewTask,
  context: Pick<Context, 'person' | 'sql' | 'address'>,
): Promise<number> {
  const { person, sql, address } = context
  const { kind, entity, format } = wanted
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
  sql.afterCommit(() =>
    bus.emit('task.changed', { id: row.id, tenantId: person.tenantId, userId: person.accountId }),
  )
  return row.id
}

/** `device-20260102-030405.csv`, in the time of the person. */
export function stampedName(name: string, format: string, offsetMinutes: number, now = Date.now()): string {
  const stamp = new Date(now + offsetMinutes * 60_000).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `${name}-${stamp.replace('T', '-')}.${format}`
}
