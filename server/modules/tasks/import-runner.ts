// Runs an import: batch after batch, each with its own place in the sheet kept in the same transaction, so that a
// server that dies in the middle goes on with the next row.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { permissionFor } from '../../../src/domain/entity.ts'
import type { Sql } from '../../db/scoped.ts'
import type { ImportRequest } from '../../entity/mount.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { createNames } from './import-names.ts'
import { type ImportPlan, type RowProblem, type RowResult, saveBatch } from './import-rows.ts'
import { TEMPORARY } from './run-task.ts'
import type { Run, Runner } from './runners.ts'
import { openSheet, type Sheet, type SheetRow, textOfCell } from './sheet.ts'
import { storedZone } from './start-task.ts'
import { contextOf, retried } from './task-context.ts'

const BATCH = 100
/** Cells of a refused row that are stored for the file of refused rows. */
const MOST_BACK = 100

interface Numbered {
  no: number
  cells: SheetRow
}

interface Counts {
  done: number
  failed: number
  skipped: number
}

const position = z.object({
  done: z.catch(z.int(), 0),
  failed: z.catch(z.int(), 0),
  skipped: z.catch(z.int(), 0),
})

/** Thrown to take back what a dry run has saved. */
class Undone extends Error {
  readonly results: RowResult[]
  constructor(results: RowResult[]) {
    super('A dry run')
    this.results = results
  }
}

export function importRunner(
  parts: Pick<Kernel, 'data' | 'filesDir'>,
  stores: ReadonlyMap<string, Store>,
): Runner {
  return {
    // An import saves rows, so it takes both permissions.
    permissions: (_task, entity) =>
      entity?.importable ? [permissionFor(entity, 'import'), permissionFor(entity, 'save')] : undefined,
    run: async run => {
      const store = stores.get(run.task.entity)
      if (!store) throw new Error(`${run.task.entity} has no table`)
      const folder = join(parts.filesDir, TEMPORARY)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `import-${run.task.id}-${randomBytes(6).toString('hex')}`)
      try {
        const { fileId } = z.parse(z.object({ fileId: z.int() }), run.task.request.request)
        const upload = await run.openUpload(fileId)
        if (!upload) throw new Refused('import.unreadable')
        await pipeline(upload, createWriteStream(path, { mode: 0o600 }))
        const sheet = await openSheet(path)
        try {
          await importSheet(parts.data, run, planOf(run, store, stores, sheet), sheet)
        } finally {
          await sheet.close()
        }
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

async function importSheet(data: Kernel['data'], run: Run, plan: ImportPlan, sheet: Sheet): Promise<void> {
  let total = 0
  for await (const _ of sheet.rows()) total++
  if (total === 0) throw new Refused('import.noRows')
  // A dry run begins anew: it has saved nothing that it could go on from.
  const counts: Counts = z.parse(position, run.task.dryRun ? {} : (run.task.request.position ?? {}))
  const before = counts.done
  await prepare(data, run, sheet.headings)
  await run.progress({ ...counts, total })
  let batch: Numbered[] = []
  const flush = async () => {
    if (batch.length === 0) return
    await saveAndKeep(data, run, plan, batch, counts)
    batch = []
    await run.progress({ ...counts, total })
  }
  let passed = 0
  for await (const row of sheet.rows()) {
    if (passed++ < before) continue
    batch.push(row)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}

function planOf(run: Run, store: Store, stores: ReadonlyMap<string, Store>, sheet: Sheet): ImportPlan {
  // It was checked by the endpoint's schema when it was stored.
  const request = run.task.request.request as ImportRequest
  const missing = request.columns.filter(({ label }) => !sheet.headings.includes(label))
  if (missing.length > 0)
    throw new Refused('import.columns', {
      params: {
        names: missing
          .map(({ label }) => label)
          .join(', ')
          .slice(0, 300),
      },
    })
  const doubled = request.columns.find(
    ({ label }) => sheet.headings.indexOf(label) !== sheet.headings.lastIndexOf(label),
  )
  if (doubled) throw new Refused('import.doubledColumn', { params: { names: doubled.label } })
  const names = createNames(stores, run)
  return {
    store,
    request,
    places: request.columns.map(({ of, label }) => ({ of, at: sheet.headings.indexOf(label) })),
    rules: {
      entity: store.entity,
      words: request.words ?? {},
      zone: storedZone(request),
      decimalComma: sheet.separator === ';',
    },
    find: (context, entityKey, text) => names.find(context.sql, entityKey, text),
    met: new Set(),
  }
}

/** Headings go with the task, for the sheet of refused rows; what a former dry run has noted goes. */
async function prepare(data: Kernel['data'], { task }: Run, headings: readonly string[]): Promise<void> {
  await data.scoped({ tenant: task.tenantId }, async sql => {
    await sql.change(`update task set request = jsonb_set(request, '{headings}', $2::jsonb) where id = $1`, [
      task.id,
      JSON.stringify(headings.slice(0, MOST_BACK)),
    ])
    if (task.dryRun) await sql.change('delete from task_error where task_id = $1', [task.id])
  })
}

/** One transaction: the rows, the refusals, and how far it has come. `counts` moves on with the commit. */
async function saveAndKeep(
  data: Kernel['data'],
  run: Run,
  plan: ImportPlan,
  batch: readonly Numbered[],
  counts: Counts,
): Promise<void> {
  const rows = batch.map(({ cells }) => cells)
  const tally = (results: readonly RowResult[]): Counts => ({
    done: counts.done + results.length,
    failed: counts.failed + results.filter(result => typeof result === 'object').length,
    skipped: counts.skipped + results.filter(result => result === 'skipped').length,
  })
  const results = await retried(async () => {
    const met = new Set(plan.met)
    try {
      return await data.scoped(run.scope, async sql => {
        const saved = await saveBatch(plan, rows, contextOf(run, sql))
        if (run.task.dryRun) throw new Undone(saved)
        await keepPlace(sql, run, batch, saved, tally(saved))
        return saved
      })
    } catch (error) {
      if (error instanceof Undone) return error.results
      // A batch that is rolled back is tried again: its values must not count as seen.
      plan.met.clear()
      for (const name of met) plan.met.add(name)
      throw error
    }
  })
  const now = tally(results)
  if (run.task.dryRun) await data.scoped(run.scope, sql => keepPlace(sql, run, batch, results, now))
  Object.assign(counts, now)
}

/** Stores how far the import has come, where another process would go on, and that this process has survived it so far. */
async function keepPlace(
  sql: Sql,
  { task }: Run,
  batch: readonly Numbered[],
  results: readonly RowResult[],
  counts: Counts,
): Promise<void> {
  const refused = results.flatMap((result, at) => {
    const row = batch[at]
    return typeof result === 'object' && row ? [{ ...result, row }] : []
  })
  if (refused.length > 0) await keepRefused(sql, task, refused)
  const kept = await sql.change(
    `update task set rows = $2, failed_rows = $3, skipped_rows = $4, updated_at = $5,
       request = request || jsonb_build_object('position', $6::jsonb, 'attempts', 1)
     where id = $1 and state = 'running' and started_at = $7`,
    [task.id, counts.done, counts.failed, counts.skipped, Date.now(), JSON.stringify(counts), task.startedAt],
  )
  // Another process took this one for dead and saves these rows itself: nobody saves them twice.
  if (kept === 0) throw new Error('Another process has taken the import over')
}

async function keepRefused(
  sql: Sql,
  task: Run['task'],
  refused: readonly (RowProblem & { row: Numbered })[],
): Promise<void> {
  await sql.query(
    `insert into task_error (tenant_id, task_id, row_no, cells, field, reason, params)
     select $1, $2, row_no, cells::jsonb, field, reason, params::jsonb
     from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) with ordinality as e (row_no, cells, field, reason, params, n)
     order by n`,
    [
      task.tenantId,
      task.id,
      refused.map(({ row }) => row.no),
      // A text column of the database takes no NUL, wherever the sheet had it from.
      refused.map(({ row }) =>
        JSON.stringify(
          row.cells.slice(0, MOST_BACK).map(cell => textOfCell(cell).replaceAll('\0', '').toWellFormed()),
        ),
      ),
      refused.map(({ field }) => field),
      refused.map(({ reason }) => reason),
      refused.map(({ params, also }) => (params || also ? JSON.stringify({ ...params, also }) : null)),
    ],
  )
}
