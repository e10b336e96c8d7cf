// Throws bytes away whose time is over: removed uploads, files of old tasks, what a killed server left half done.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { NotNull } from 'kysely'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import { uploadKey } from './open-upload.ts'
import type { Storages } from './storage.ts'

/** For so long a removed upload can be restored. */
const REMOVED_DAYS = 30
/** For so long the file of a task can be downloaded. */
const TASK_DAYS = 30
const AT_ONCE = 500
const HALF_DONE_MS = DAY_MS

type Given = Pick<Kernel, 'data' | 'filesDir' | 'log'> & { storages: Storages }

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

async function sweepTasks({ data, storages, log }: Given, now: number): Promise<void> {
  const rows = await data.scoped(WHOLE, async sql => {
    await sql.change(
      `delete from task_error using task where task.id = task_error.task_id and task.finished_at < $1`,
      [now - TASK_DAYS * DAY_MS],
    )
    await sql.change(
      `delete from task_row using task where task.id = task_row.task_id and task.finished_at < $1`,
      [now - TASK_DAYS * DAY_MS],
    )
    const before = now - TASK_DAYS * DAY_MS
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
