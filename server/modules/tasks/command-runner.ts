// Goes through the rows of a command that was given by filter: a batch with its results is one transaction, so that a
// server that dies in the middle does no row twice. Its file says what became of each.
import * as z from 'zod/mini'
import { permissionFor } from '../../../src/domain/entity.ts'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { commandRows, removeRows } from '../../entity/writing.ts'
import type { Run, Runner } from './runners.ts'
import { type StoredCommand, storedCommand } from './start-command.ts'
import { contextOf, retried } from './task-context.ts'

const BATCH = 50
const LINES = 1_000

interface Counts {
  done: number
  failed: number
}

export function commandRunner(data: Data, stores: ReadonlyMap<string, Store>): Runner {
  return {
    permissions: (task, entity) => {
      if (!entity) return undefined
      const { command } = requestOf(task)
      const permission =
        command === 'remove' ? permissionFor(entity, 'remove') : entity.commands[command]?.permission
      return permission === undefined ? undefined : [permission, permissionFor(entity, 'read')]
    },
    run: async run => {
      const store = stores.get(run.task.entity)
      if (!store) throw new Error(`${run.task.entity} has no table`)
      const request = requestOf(run.task)
      for (;;) {
        const { count, ...counts } = await retried(() =>
          data.scoped(run.scope, sql => workBatch(sql, run, store, request)),
        )
        await run.progress(counts)
        if (count < BATCH) break
      }
      await run.writeLines(resultLines(data, run, request))
    },
  }
}

const requestOf = ({ request }: Run['task']) => z.parse(storedCommand, request.request)

async function workBatch(
  sql: Sql,
  run: Run,
  store: Store,
  { command, input, at }: StoredCommand,
): Promise<Counts & { count: number }> {
  const { task } = run
  const rows = await sql.query<{ id: number }>(
    `select row_id as id from task_row where task_id = $1 and ok is null order by row_id limit ${BATCH}`,
    [task.id],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    const context = contextOf(run, sql)
    const { results } =
      command === 'remove'
        ? await removeRows(store, ids, context)
        : await commandRows(store, command, { ids, input, at }, context)
    await sql.change(
      `update task_row r set ok = x.ok, reason = x.reason, params = x.params::jsonb
       from unnest($2::bigint[], $3::bool[], $4::text[], $5::text[]) as x (id, ok, reason, params)
       where r.task_id = $1 and r.row_id = x.id`,
      [
        task.id,
        results.map(({ id }) => id),
        results.map(({ ok }) => ok),
        results.map(({ error }) => error?.id ?? null),
        results.map(({ error }) => (error?.params ? JSON.stringify(error.params) : null)),
      ],
    )
  }
  const counted = await sql.first<Counts>(
    `select count(ok) as done, count(*) filter (where not ok) as failed from task_row where task_id = $1`,
    [task.id],
  )
  const counts = { done: counted?.done ?? 0, failed: counted?.failed ?? 0 }
  const kept = await sql.change(
    `update task set rows = $2, failed_rows = $3, updated_at = $4, request = request || '{"attempts": 1}'
     where id = $1 and state = 'running' and started_at = $5`,
    [task.id, counts.done, counts.failed, Date.now(), task.startedAt],
  )
  // Another process took this one for dead and goes through these rows itself: none is done twice.
  if (kept === 0) throw new Error('Another process has taken the command over')
  return { ...counts, count: ids.length }
}

interface ResultRow {
  id: number
  name: string | null
  ok: boolean | null
  reason: string | null
  params: Record<string, string | number> | null
}

async function* resultLines(
  data: Data,
  { task, scope }: Run,
  { said }: StoredCommand,
): AsyncGenerator<readonly Cell[]> {
  yield [said.row, said.result]
  for (let last = 0; ; ) {
    const rows = await data.scoped(scope, sql =>
      sql.query<ResultRow>(
        `select row_id as id, name, ok, reason, params from task_row
         where task_id = $1 and row_id > $2 order by row_id limit ${LINES}`,
        [task.id, last],
      ),
    )
    for (const row of rows) yield [row.name ?? `#${row.id}`, resultOf(row, said)]
    last = rows.at(-1)?.id ?? last
    if (rows.length < LINES) return
  }
}

function resultOf({ ok, reason, params }: ResultRow, said: StoredCommand['said']): string {
  if (ok === null) return said.left
  if (ok || reason === null) return said.done
  const sentence = Object.hasOwn(said.errors, reason) ? (said.errors[reason] ?? reason) : reason
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params?.[name] ?? whole))
}
