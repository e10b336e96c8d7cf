// The file of a finished task, and the rows that an import refused, for the person whose task it is.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { taskFile } from '../../../src/contract/endpoints/message.ts'
import { taskErrors } from '../../../src/contract/endpoints/report.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Place, Storages } from '../files/public.ts'
import { errorLines } from './import-errors.ts'
import { fileTypes, writeLinesTo } from './lines-file.ts'
import { TEMPORARY } from './run-task.ts'
import type { TaskFormat } from './runners.ts'

export function mountTaskFile(
  handlers: Handlers,
  { filesDir, storages }: Pick<Kernel, 'filesDir'> & { storages: Storages },
): void {
  handlers.handle(taskFile, async ({ id }, { sql, person }) => {
    const row = await sql.first<{
      path: string
      bytes: number | null
      storage: Place
      file_name: string
      format: TaskFormat
    }>(
      `select path, bytes, storage, file_name, format from task
       where id = $1 and user_id = $2 and tenant_id = $3 and state = 'done' and removed_at is null and path is not null`,
      [id, person.accountId, person.tenantId],
    )
    const stream = row && (await storages.of(row.storage)?.open(row.path))
    if (!row || !stream) throw new Refused('row.unknown')
    return { stream, bytes: row.bytes, name: row.file_name, type: fileTypes[row.format] }
  })
  handlers.handle(taskErrors, async ({ id }, { sql, person }) => {
    const row = await sql.first<{
      request: Record<string, unknown>
      file_name: string
      format: TaskFormat
    }>(
      `select request, file_name, format from task
       where id = $1 and user_id = $2 and tenant_id = $3 and kind = 'import' and failed_rows > 0 and removed_at is null`,
      [id, person.accountId, person.tenantId],
    )
    if (!row) throw new Refused('row.unknown')
    const folder = join(filesDir, TEMPORARY)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `errors-${randomBytes(9).toString('hex')}`)
    try {
      await writeLinesTo(file, row.format, errorLines(sql, id, row.request))
      const { size } = await stat(file)
      const stream = createReadStream(file)
      stream.once('close', () => void rm(file, { force: true }))
      return { stream, bytes: size, name: errorsName(row.file_name), type: fileTypes[row.format] }
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  })
}

/** `people.csv` gives `people-errors.csv`. */
const errorsName = (name: string) => name.replace(/(\.\w+)?$/, ending => `-errors${ending}`)
