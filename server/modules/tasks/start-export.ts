// Puts an export into the task list, and says how it is done.

import { permissionFor } from '../../../src/domain/entity.ts'
import type { Data } from '../../db/scoped.ts'
import type { ExportRequest } from '../../entity/mount.ts'
import { addFilters, addVisibility, Conditions, fromOf, type Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { exportRows } from './export-rows.ts'
import type { Runner } from './runners.ts'
import { stampedName, startTask } from './start-task.ts'
import type { Starting } from './task-job.ts'

/** Stores the task of the calling person and answers its id. */
export function startExport(
  starting: Starting,
  store: Store,
  request: ExportRequest,
  context: Pick<Context, 'person' | 'sql' | 'address'>,
): Promise<number> {
  const { key } = store.entity
  const { format, zone } = request
  const fileName = stampedName(key, format, zone)
  return startTask(starting, { kind: 'export', entity: key, format, fileName, request: { request } }, context)
}

/** Writes the rows that the person may see when it runs. */
export function exportRunner(data: Data, stores: ReadonlyMap<string, Store>): Runner {
  return {
    permissions: (_task, entity) => entity && [permissionFor(entity, 'export')],
    run: async ({ task, person, scope, progress, writeLines }) => {
      const store = stores.get(task.entity)
      if (!store) throw new Error(`${task.entity} has no table`)
      // It was checked by the endpoint's schema when it was stored.
      const request = task.request.request as ExportRequest
      await data.scoped(scope, async sql => {
        const conditions = new Conditions()
        conditions.parts.push('t.removed_at is null')
        addVisibility(store, conditions, { person, scope })
        addFilters(store, conditions, request.query ?? {})
        if (request.ids) conditions.parts.push(`t.id = any(${conditions.bind(request.ids)}::bigint[])`)
        const count = await sql.first<{ n: number }>(
          `select count(*) as n from ${fromOf(store)} where ${conditions.where}`,
          conditions.values,
        )
        const total = count?.n ?? 0
        await progress({ done: 0, total })
        const lines = exportRows(sql, store, request, { person, scope }, done =>
          progress({ done, total: Math.max(done, total) }),
        )
        await writeLines(lines)
      })
    },
  }
}
