// The file of a finished task, for the person whose task it is.
import { join } from 'node:path'
import { taskFile } from '../../../src/contract/endpoints/message.ts'
import { taskErrors } from '../../../src/contract/endpoints/report.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export function mountTaskFile(handlers: Handlers, filesDir: string): void {
  handlers.handle(taskErrors, async () => {
    throw new Refused('unavailable')
  })
  handlers.handle(taskFile, async ({ id }, { sql, person }) => {
    const row = await sql.first<{ path: string; file_name: string; format: 'csv' | 'xlsx' }>(
      `select path, file_name, format from task where id = $1 and user_id = $2 and tenant_id = $3 and state = 'done'
         and removed_at is null and path is not null`,
      [id, person.accountId, person.tenantId],
    )
    if (!row) throw new Refused('row.unknown')
    return { path: join(filesDir, row.path), name: row.file_name, type: fileTypes[row.format] }
  })
}
