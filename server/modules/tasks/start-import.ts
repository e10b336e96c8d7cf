// Puts an import into the task list; the worker reads the sheet.
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import type { ImportRequest } from '../../entity/mount.ts'
import { refuseUnlessOwner } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { startTask } from './start-task.ts'
import type { Starting } from './task-job.ts'

/** Stores the task of the calling person and answers its id. Only the person's own file may be read. */
export async function startImport(
  starting: Starting,
  store: Store,
  request: ImportRequest,
  context: Context,
): Promise<number> {
  const { person, sql } = context
  refuseUnlessOwner(store.entity, context)
  if (!isZone(request.zone)) throw new Refused('field.zone', { field: 'zone' })
  // An import saves rows, so it takes the permission for that as well.
  if (!holds(person.permissions, permissionFor(store.entity, 'save'))) throw new Refused('forbidden')
  const file = await sql.first<{ name: string; content_type: string }>(
    `select name, content_type from stored_file where id = $1 and user_id = $2 and tenant_id = $3 and removed_at is null`,
    [request.fileId, person.accountId, person.tenantId],
  )
  if (!file) throw new Refused('field.reference', { field: 'fileId' })
  const fields = request.columns.map(({ of }) => of)
  const labels = request.columns.map(({ label }) => label)
  if (new Set(fields).size < fields.length || new Set(labels).size < labels.length)
    throw new Refused('import.doubledColumn', { field: 'columns' })
  return startTask(
    starting,
    {
      kind: 'import',
      entity: store.entity.key,
      // The file of refused rows has the format of the uploaded one.
      format: file.content_type.includes('sheet') || file.content_type.includes('zip') ? 'xlsx' : 'csv',
      fileName: file.name,
      dryRun: request.dryRun ?? false,
      request: { request },
      detail: { file: file.name, existing: request.existing, dryRun: request.dryRun ?? false },
    },
    context,
  )
}
