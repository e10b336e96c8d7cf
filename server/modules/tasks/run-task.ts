// One task from beginning to end: rights of now, progress, its file, and what became of it.
import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { EntityDefinition } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { WHOLE } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import { type Again, again, Hopeless } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { scopeOf } from '../../person.ts'
import { openUpload, type Storages } from '../files/public.ts'
import { noteTaskEnd } from '../notices/public.ts'
import type { Sessions } from '../session/public.ts'
import { fileTypes, writeLinesTo } from './lines-file.ts'
import type { Progress, Run, Runners, Task } from './runners.ts'
import type { TaskRow } from './take-task.ts'

/** Progress is written at most this often. */
const TELL_MS = 300
/** How often a run shows that it lives, and looks whether it was cancelled. */
const BEAT_MS = 2_000
/** A task that runs longer has gone wrong and is stopped. */
export const MOST_MS = HOUR_MS
export const TEMPORARY = 'tmp'

type Given = Pick<Kernel, 'data' | 'bus' | 'filesDir' | 'log'> & {
  sessions: Sessions
  storages: Storages
  runners: Runners
}

/** Why a run ended before its time. */
type Interruption = 'cancelled' | 'timeout' | 'stopping'

class Interrupted extends Error {
  readonly why: Interruption
  constructor(why: Interruption) {
    super(why)
    this.name = 'Interrupted'
    this.why = why
  }
}

interface Kept {
  path: string
  bytes: number
}

/**
 * Runs a task that was taken. Throws where the server is to blame: whoever looks after it sees why. Answers when it is to
 * go on.
 */
export async function runTask(
  parts: Given,
  row: TaskRow,
  entity: EntityDefinition | undefined,
  stopping: AbortSignal,
): Promise<Again | undefined> {
  const watch = watched(parts, row, stopping)
  try {
    const kept = await perform(parts, row, entity, watch)
    await watch.flush()
    await end(parts, row, { state: 'done', reason: null, ...kept })
    return undefined
  } catch (error) {
    const interrupted = watch.signal.aborted ? watch.signal.reason : error
    if (interrupted instanceof Interrupted) return endInterrupted(parts, row, interrupted.why)
    if (error instanceof Refused) {
      await end(parts, row, { state: 'failed', reason: error.id })
      return undefined
    }
    await end(parts, row, { state: 'failed', reason: 'failed' })
    throw new Hopeless(error instanceof Error ? error.message : String(error), { cause: error })
  } finally {
    watch.stop()
  }
}

async function perform(
  parts: Given,
  row: TaskRow,
  entity: EntityDefinition | undefined,
  { signal, progress }: Watch,
): Promise<Partial<Kept>> {
  const { sessions, filesDir, storages, runners } = parts
  const task = taskOf(row)
  const runner = runners.of(row.kind)
  const permissions = runner?.permissions(task, entity)
  // Rights are those of now, not of when the person asked.
  const person = await sessions.personOf(row.user_id)
  if (!runner || !permissions || !person || !permissions.every(each => holds(person.permissions, each)))
    throw new Refused('forbidden')
  const scope = scopeOf(person)
  let kept: Kept | undefined
  const writeFile: Run['writeFile'] = async write => {
    const folder = join(filesDir, TEMPORARY)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `task-${row.id}-${randomBytes(6).toString('hex')}`)
    try {
      await write(file)
      signal.throwIfAborted()
      const { size } = await stat(file)
      const path = `exports/${row.id}.${row.format}`
      await storages.now.put(path, { path: file, bytes: size, type: fileTypes[row.format] })
      kept = { path, bytes: size }
    } finally {
      await rm(file, { force: true })
    }
  }
  await runner.run({
    task,
    person,
    scope,
    signal,
    progress,
    writeLines: lines => writeFile(file => writeLinesTo(file, row.format, lines)),
    writeFile,
    openUpload: fileId => openUpload(parts, row.tenant_id, fileId),
  })
  return kept ?? {}
}

const taskOf = (row: TaskRow): Task => ({
  id: row.id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  kind: row.kind,
  entity: row.entity,
  format: row.format,
  fileName: row.file_name,
  dryRun: row.dry_run,
  startedAt: row.started_at,
  request: row.request,
})

interface Watch {
  signal: AbortSignal
  progress: Run['progress']
  /** Writes the last figures. */
  flush(): Promise<void>
  stop(): void
}

// Figures come often and are written seldom; whether the task is still wanted is asked with the same statement.
function watched({ data, bus, log }: Given, row: TaskRow, stopping: AbortSignal): Watch {
  const ending = new AbortController()
  const interrupt = (why: Interruption) => ending.abort(new Interrupted(why))
  const onStop = () => interrupt('stopping')
  if (stopping.aborted) onStop()
  stopping.addEventListener('abort', onStop, { once: true })
  let known: Partial<Progress> = {}
  let written = 0
  let changed = false
  const write = async () => {
    written = Date.now()
    changed = false
    const { done, total, failed, skipped } = known
    const now = await data.scoped(WHOLE, sql =>
      sql.first<{ ended: boolean }>(
        `update task set updated_at = $2, rows = coalesce($3, rows), total_rows = coalesce($4, total_rows),
           failed_rows = coalesce($5, failed_rows), skipped_rows = coalesce($6, skipped_rows)
         where id = $1 returning cancelled_at is not null or removed_at is not null as ended`,
        [row.id, written, done ?? null, total ?? null, failed ?? null, skipped ?? null],
      ),
    )
    if (!now || now.ended) interrupt('cancelled')
    else bus.emit('task.changed', { id: row.id, tenantId: row.tenant_id, userId: row.user_id })
  }
  let writing: Promise<void> | undefined
  // On a timer: the task itself may be in the middle of a long transaction.
  const beat = setInterval(() => {
    if (writing || (!changed && Date.now() - written < BEAT_MS)) return
    writing = write()
      .catch(error => log.warn({ err: error, task: row.id }, 'A task could not show that it lives'))
      .finally(() => {
        writing = undefined
      })
  }, TELL_MS)
  const limit = setTimeout(() => interrupt('timeout'), MOST_MS)
  return {
    signal: ending.signal,
    progress: async next => {
      known = { ...known, ...next }
      changed = true
      ending.signal.throwIfAborted()
    },
    flush: async () => {
      await writing
      await write()
    },
    stop: () => {
      clearInterval(beat)
      clearTimeout(limit)
      stopping.removeEventListener('abort', onStop)
    },
  }
}

/** Stopped with the server: it waits for the next start, and this try does not count. */
async function endInterrupted(parts: Given, row: TaskRow, why: Interruption): Promise<Again | undefined> {
  if (why !== 'stopping') {
    await end(
      parts,
      row,
      why === 'timeout' ? { state: 'timeout', reason: why } : { state: 'failed', reason: why },
    )
    return undefined
  }
  await parts.data.scoped(WHOLE, sql =>
    sql.change(
      `update task set state = 'waiting', updated_at = $2, version = version + 1,
         request = jsonb_set(request, '{attempts}', to_jsonb(greatest(0, (request ->> 'attempts')::int - 1)))
       where id = $1 and state = 'running' and started_at = $3`,
      [row.id, Date.now(), row.started_at],
    ),
  )
  return again(0)
}

/** Gives up a task whose worker died too often. */
export const endLost = (parts: Given, row: TaskRow): Promise<void> =>
  end(parts, row, { state: 'timeout', reason: 'timeout' })

interface End extends Partial<Kept> {
  state: 'done' | 'failed' | 'timeout'
  reason: string | null
}

async function end({ data, bus, storages }: Given, row: TaskRow, how: End): Promise<void> {
  await data.scoped(WHOLE, async sql => {
    const ended = await sql.change(
      `update task set state = $2, reason = $3, path = $4, bytes = $5, storage = $6, finished_at = $7, updated_at = $7,
         total_rows = case when $2 = 'done' then rows else total_rows end, version = version + 1
       where id = $1 and state = 'running' and started_at = $8`,
      [
        row.id,
        how.state,
        how.reason,
        how.path ?? null,
        how.bytes ?? null,
        storages.now.place,
        Date.now(),
        row.started_at,
      ],
    )
    // Another process has taken it over, and writes its end.
    if (ended === 0) return
    // No notice for who cancelled it, nor for a dry run, whose result is being watched.
    if (how.reason !== 'cancelled' && !row.dry_run) await noteTaskEnd(sql, bus, row.id)
  })
}
