// Puts an export into the task list; the worker writes its file.

import type { Bus } from '../../bus.ts'
import type { ExportRequest } from '../../entity/mount.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'

/** Stores the task of the calling person and answers its id. */
export async function startExport(
  bus: Bus,
  store: Store,
  request: ExportRequest,
  context: Pick<Context, 'person' | 'sql' | 'address'>,
): Promise<number> {
  const { person, sql } = context
  const now = Date.now()
  const stamp = new Date(now + request.offsetMinutes * 60_000).toISOString().slice(0, 19).replace(/[-:]/g, '')
  const row = await sql.first<{ id: number }>(
    `insert into task (tenant_id, created_at, updated_at, kind, entity, format, file_name, user_id, user_name, request)
     values ($1, $2, $2, 'export', $3, $4, $5, $6, $7, $8) returning id`,
    [
      person.tenantId,
      now,
      store.entity.key,
      request.format,
      `${store.entity.key}-${stamp.replace('T', '-')}.${request.format}`,
      person.accountId,
      person.name,
      JSON.stringify({ request, attempts: 0 }),
    ],
  )
  if (!row) throw new Error('The task was not stored')
  sql.audit({
    ...by(context, person.tenantId),
    action: `${store.entity.key}.export`,
    entity: store.entity.key,
    rowId: null,
    detail: { taskId: row.id, format: request.format },
  })
  sql.afterCommit(() =>
    bus.emit('task.changed', { id: row.id, tenantId: person.tenantId, userId: person.accountId }),
  )
  return row.id
}
