// Works the task list off, one task at a time in each process. A task whose worker died is taken up once more.
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { markOf } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import type { ExportRequest } from '../../entity/mount.ts'
import type { Store } from '../../entity/statement.ts'
import type { Parts } from '../../parts.ts'
import { noteTaskEnd } from '../notices/task-notice.ts'
import { type Person, scopeOf } from '../session/person.ts'
import { CSV_START, csvLine } from './csv.ts'
import { exportRows } from './export-rows.ts'
import { MOST_SHEET_ROWS, writeXlsx } from './xlsx.ts'

const SWEEP_MS = 10_000
/** A running task shows a sign of life with each batch; after so long without one its worker is dead. */
const DEAD_AFTER_MS = 60_000
const TRIES = 2
const FOLDER = 'exports'

interface TaskRow {
  id: number
  tenant_id: number
  user_id: number
  entity: string
  format: 'csv' | 'xlsx'
  request: { request: ExportRequest; attempts: number }
}

export interface Worker {
  stop(): Promise<void>
}

type Given = Pick<Parts, 'data' | 'bus' | 'sessions' | 'filesDir' | 'log'>

/** Starts working. `alone`: no other process shares the database, so what still runs at the start is lost for sure. */
export function startWorker(parts: Given, stores: ReadonlyMap<string, Store>, alone: boolean): Worker {
  const { data, bus, log } = parts
  let stopped = false
  let deadAfter = alone ? 0 : DEAD_AFTER_MS
  let asked = false
  let running: Promise<void> | undefined

  const tell = (task: Pick<TaskRow, 'id' | 'tenant_id' | 'user_id'>) =>
    bus.emit('task.changed', { id: task.id, tenantId: task.tenant_id, userId: task.user_id })

  const workOff = async () => {
    do {
      asked = false
      for (const lost of await data.scoped(WHOLE, sql => giveBackLost(sql, bus, deadAfter))) tell(lost)
      deadAfter = DEAD_AFTER_MS
      for (;;) {
        const task = stopped ? undefined : await data.scoped(WHOLE, sql => takeNext(sql))
        if (!task) break
        tell(task)
        await work(parts, stores, task)
        tell(task)
      }
    } while (asked && !stopped)
  }
  const wake = () => {
    asked = true
    running ??= workOff()
      .catch(error => log.error({ err: error }, 'The task list could not be worked off'))
      .finally(() => {
        running = undefined
      })
  }
  const stopListening = bus.on('task.changed', () => {
    // Its own events come while it works, and find it awake.
    if (!stopped && !running) wake()
    else asked = true
  })
  const timer = setInterval(wake, SWEEP_MS)
  wake()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      stopListening()
      await running
    },
  }
}

async function giveBackLost(
  sql: Sql,
  bus: Bus,
  deadAfter: number,
): Promise<Pick<TaskRow, 'id' | 'tenant_id' | 'user_id'>[]> {
  const now = Date.now()
  const lost = await sql.query<Pick<TaskRow, 'id' | 'tenant_id' | 'user_id'>>(
    `update task set updated_at = $1::bigint, version = version + 1,
       state = case when (request ->> 'attempts')::int >= ${TRIES} then 'timeout' else 'waiting' end,
       finished_at = case when (request ->> 'attempts')::int >= ${TRIES} then $1::bigint end,
       reason = case when (request ->> 'attempts')::int >= ${TRIES} then 'timeout' end
     where state = 'running' and updated_at <= $2 returning id, tenant_id, user_id`,
    [now, now - deadAfter],
  )
  for (const { id } of lost) await noteTaskEnd(sql, bus, id)
  return lost
}

function takeNext(sql: Sql): Promise<TaskRow | undefined> {
  return sql.first<TaskRow>(
    `update task set state = 'running', updated_at = $1, version = version + 1,
       request = jsonb_set(request, '{attempts}', to_jsonb((request ->> 'attempts')::int + 1))
     where id = (select id from task where state = 'waiting' and removed_at is null order by id limit 1 for update skip locked)
     returning id, tenant_id, user_id, entity, format, request`,
    [Date.now()],
  )
}

async function work(parts: Given, stores: ReadonlyMap<string, Store>, task: TaskRow): Promise<void> {
  const { sessions, filesDir, log } = parts
  const path = join(FOLDER, `${task.id}.${task.format}`)
  const file = join(filesDir, path)
  try {
    const store = stores.get(task.entity)
    // Rights are those of now, not of when the person asked.
    const person = await sessions.personOf(task.user_id)
    if (!store || !person || !holds(person.marks, markOf(store.entity, 'export')))
      return await finish(parts, task, { state: 'failed', reason: 'forbidden' })
    await mkdir(join(filesDir, FOLDER), { recursive: true, mode: 0o700 })
    const rows = await writeFile(parts, task, store, person, `${file}.part`)
    await rename(`${file}.part`, file)
    const { size } = await stat(file)
    await finish(parts, task, { state: 'done', reason: null, path, bytes: size, rows })
  } catch (error) {
    log.error({ err: error, task: task.id }, 'A task failed')
    await rm(`${file}.part`, { force: true })
    await finish(parts, task, { state: 'failed', reason: 'failed' }).catch(() => undefined)
  }
}

async function writeFile(
  { data, bus }: Given,
  task: TaskRow,
  store: Store,
  person: Person,
  file: string,
): Promise<number> {
  const { request } = task.request
  const scope = scopeOf(person)
  let rows = 0
  const onRows = async (done: number) => {
    rows = done
    await data.scoped(WHOLE, sql =>
      sql.change('update task set rows = $2, updated_at = $3 where id = $1', [task.id, done, Date.now()]),
    )
    bus.emit('task.changed', { id: task.id, tenantId: task.tenant_id, userId: task.user_id })
  }
  await data.scoped(scope, async sql => {
    const lines = exportRows(sql, store, request, { person, scope }, onRows)
    const out = createWriteStream(file, { mode: 0o600 })
    if (task.format === 'xlsx') {
      const written = new Promise<void>((resolve, reject) => out.on('finish', resolve).on('error', reject))
      await Promise.all([writeXlsx(out, limited(lines)), written])
    } else await pipeline(Readable.from(csvOf(lines)), out)
  })
  return rows
}

async function* limited<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let left = MOST_SHEET_ROWS
  for await (const line of lines) {
    if (left-- <= 0) throw new Error('More rows than a sheet can have')
    yield line
  }
}

async function* csvOf(lines: AsyncIterable<Parameters<typeof csvLine>[0]>): AsyncGenerator<string> {
  let batch = CSV_START
  for await (const line of lines) {
    batch += csvLine(line)
    if (batch.length < 65_536) continue
    yield batch
    batch = ''
  }
  yield batch
}

interface End {
  state: 'done' | 'failed'
  reason: string | null
  path?: string
  bytes?: number
  rows?: number
}

async function finish({ data, bus }: Given, task: TaskRow, end: End): Promise<void> {
  await data.scoped(WHOLE, async sql => {
    await sql.change(
      `update task set state = $2, reason = $3, path = $4, bytes = $5, rows = coalesce($6, rows), total_rows = $6,
         finished_at = $7, updated_at = $7, version = version + 1 where id = $1`,
      [task.id, end.state, end.reason, end.path ?? null, end.bytes ?? null, end.rows ?? null, Date.now()],
    )
    await noteTaskEnd(sql, bus, task.id)
  })
}
