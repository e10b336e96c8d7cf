// Throws bytes away whose time is over: removed uploads, files of old tasks, what a killed server left half done.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type NotNull, sql as raw } from 'kysely'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import { daysInStatement, type RetentionConfig } from '../retention/public.ts'
import { uploadKey } from './open-upload.ts'
import type { Storages } from './storage.ts'

/** For so long a removed upload can be restored. */
const REMOVED_DAYS = 30
const AT_ONCE = 500
const HALF_DONE_MS = DAY_MS

type Given = Pick<Kernel, 'data' | 'filesDir' | 'log'> & {
  storages: Storages
  config: { retention: Pick<RetentionConfig, 'exports'> }
}

/** The moment before which a tenant's tasks are over; `$1` is now, `$2` the installation's days. */
const TASKS_BEFORE = `$1::bigint - ${daysInStatement('exports', 'task.tenant_id', '$2::int')} * ${DAY_MS}::bigint`

/** Called by the housekeeping; what cannot be removed now is tried again the next time. */
export async function sweepFiles(parts: Given, now: number): Promise<void> {
  await sweepUploads(parts, now)
  await sweepTasks(parts, now)
  await sweepHalfDone(parts, now)
}

async function sweepUploads({ data, storages, log }: Given, now: number): Promise<void> {
  const rows = await data.scoped(WHOLE, sql =>
    rowsOf(
      sql,
      tables
        .selectFrom('stored_file')
        .select(['id', 'key', 'storage'])
        .where('removed_at', '<', now - REMOVED_DAYS * DAY_MS)
        .where('swept_at', 'is', null)
        .limit(AT_ONCE),
    ),
  )
  await throwAway({ data, storages, log }, rows, now)
}

/** Removes the bytes of removed uploads for good; what cannot be removed now is tried again with the next round. */
export async function throwAway(
  { data, storages, log }: Pick<Given, 'data' | 'storages' | 'log'>,
  rows: readonly { id: number; key: string; storage: string }[],
  now: number,
): Promise<void> {
  for (const { id, key, storage } of rows) {
    try {
      // First the row: nobody may take back what is about to go.
      const gone = await data.scoped(WHOLE, sql =>
        sql.change('update stored_file set swept_at = $2 where id = $1 and removed_at is not null', [
          id,
          now,
        ]),
      )
      if (gone > 0) await storages.of(storage)?.remove(uploadKey(key))
    } catch (error) {
      log.warn({ err: error, file: id }, 'A removed file could not be thrown away')
      await data.scoped(WHOLE, sql =>
        sql.change('update stored_file set swept_at = null where id = $1', [id]),
      )
    }
  }
}

async function sweepTasks({ data, storages, log, config }: Given, now: number): Promise<void> {
  const days = config.retention.exports
  const rows = await data.scoped(WHOLE, async sql => {
    for (const table of ['task_error', 'task_row'])
      await sql.change(
        `delete from ${table} using task where task.id = ${table}.task_id and task.finished_at < ${TASKS_BEFORE}`,
        [now, days],
      )
    const before = raw<number>`${now}::bigint - ${raw.raw(daysInStatement('exports', 'task.tenant_id', String(days)))} * ${DAY_MS}::bigint`
    return rowsOf(
      sql,
      tables
        .selectFrom('task')
        .select(['id', 'path', 'storage'])
        .$narrowType<{ path: NotNull }>()
        .where('path', 'is not', null)
        .where(({ eb, or }) => or([eb('finished_at', '<', before), eb('removed_at', '<', before)]))
        .limit(AT_ONCE),
    )
  })
  for (const { id, path, storage } of rows) {
    try {
      await storages.of(storage)?.remove(path)
      await data.scoped(WHOLE, sql =>
        sql.change(
          `update task set path = null, removed_at = coalesce(removed_at, $2), updated_at = $2, version = version + 1 where id = $1`,
          [id, now],
        ),
      )
    } catch (error) {
      log.warn({ err: error, task: id }, 'The file of a task could not be thrown away')
    }
  }
}

/** Removes unfinished files that are a day old: no upload and no export takes so long. */
async function sweepHalfDone({ filesDir }: Given, now: number): Promise<void> {
  const folder = join(filesDir, 'tmp')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now - HALF_DONE_MS) await rm(path, { force: true })
  }
}
