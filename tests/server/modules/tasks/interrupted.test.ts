// Imports that are interrupted: a worker that stops or dies, a person who cancels, rights that are gone, 10,000 rows.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { importRunner } from '../../../../server/modules/tasks/import-runner.ts'
import { createRunners } from '../../../../server/modules/tasks/runners.ts'
import { sendForgotten } from '../../../../server/modules/tasks/task-job.ts'
import { workTasks } from '../../../../server/modules/tasks/worker.ts'
import { joinedDeviceStores } from '../../../../server/stores.ts'
import { otherProcess } from '../../other-process.ts'
import { startServer, type TestServer } from '../../start.ts'
import { type Cells, csv, importer } from './sheets.ts'

let server: TestServer
let sheets: ReturnType<typeof importer>
/** The category of the rows from the second hundred on, so that an import can be held up before them. */
let laterId: number
beforeAll(async () => {
  server = await startServer()
  sheets = importer(server)
  const later = await server.sql(sql =>
    sql.first<{ id: number }>('select min(id) as id from device_category where tenant_id = $1 and id <> $2', [
      server.here.tenantId,
      server.here.categoryId,
    ]),
  )
  laterId = later?.id ?? 0
})
afterAll(() => server.stop())

const heading: Cells = ['IMEI', '名称', '类别']
const rows = (name: string, count: number, first: number, bad = 0): Cells[] =>
  Array.from({ length: count }, (_, at) => [
    bad > 0 && at % bad === bad - 1 ? 'bad' : `8650${String(first + at).padStart(11, '0')}`,
    name,
    String(at < 100 ? server.here.categoryId : laterId),
  ])
/** Keeps every import before its second hundred until what it answers is called: a quick one would be over otherwise. */
async function holdUp(): Promise<() => Promise<void>> {
  let letGo = () => {}
  const gone = new Promise<void>(resolve => {
    letGo = resolve
  })
  let holding = Promise.resolve()
  await new Promise<void>((held, failed) => {
    holding = server
      .sql(async sql => {
        await sql.query('select id from device_category where id = $1 for update', [laterId])
        held()
        await gone
      })
      .catch(failed)
  })
  onTestFinished(letGo)
  return () => {
    letGo()
    return holding
  }
}
const devices = (name: string) =>
  server.sql(
    async sql =>
      (await sql.first<{ n: number }>('select count(*) as n from device where name = $1', [name]))?.n ?? 0,
  )
const begin = async (name: string, count: number, first: number, bad = 0) => {
  const answer = await sheets.start(await sheets.upload(csv([heading, ...rows(name, count, first, bad)])))
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return (answer.data as { taskId: number }).taskId
}
const some = (id: number) =>
  vi.waitFor(async () => expect((await sheets.taskOf(id)).rows).toBe(100), { timeout: 20_000, interval: 20 })
/** Waits until the worker has looked whether the task is still wanted: each look is a sign of life, which is written. */
async function looksAgain(id: number): Promise<void> {
  const lastLook = () =>
    server.sql(async sql => {
      const row = await sql.first<{ at: number }>('select updated_at as at from task where id = $1', [id])
      return row?.at ?? 0
    })
  const before = await lastLook()
  await vi.waitFor(async () => expect(await lastLook()).toBeGreaterThan(before), {
    timeout: 20_000,
    interval: 20,
  })
}

test('what a dead worker leaves is taken up at the next row', async () => {
  const { parts } = server.app
  const letGo = await holdUp()
  const id = await begin('taken up', 400, 0, 90)
  await some(id)
  // A second process finds it without a sign of life and takes it over; the first one is cut off from it.
  await server.sql(sql => sql.change(`update task set cancelled_at = 1 where id = $1`, [id]))
  await looksAgain(id)
  await letGo()
  const first = await sheets.ended(id)
  expect(first).toMatchObject({ state: 'failed', reason: 'cancelled' })
  const half = await devices('taken up')
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(396)
  // As a crash leaves it: running, by nobody.
  await server.sql(sql =>
    sql.change(
      `update task set state = 'running', cancelled_at = null, finished_at = null, updated_at = $2 where id = $1`,
      [id, Date.now() - 120_000],
    ),
  )
  const runners = createRunners()
  runners.register(
    'import',
    importRunner(parts, new Map(joinedDeviceStores(parts.bus).map(store => [store.entity.key, store]))),
  )
  const second = await otherProcess(server, other => workTasks({ ...other, runners }))
  expect(await sheets.ended(id)).toMatchObject({ state: 'done', rows: 400, failedRows: 4 })
  await second.stop()
  expect(await devices('taken up')).toBe(396)
  expect(await sheets.errorLines(id)).toHaveLength(5)
})

test('one that another process took over while it was only slow saves no row any more', async () => {
  const { sql } = server
  const letGo = await holdUp()
  const id = await begin('overtaken', 400, 50_000)
  await some(id)
  // As the other process takes it: the first one is still at work.
  await sql(inner => inner.change('update task set started_at = started_at + 1 where id = $1', [id]))
  const reached = (await sheets.taskOf(id)).rows
  await letGo()
  // Meanwhile it would have come far.
  expect(await sheets.ended(await begin('behind', 300, 60_000))).toMatchObject({ state: 'done' })
  expect(await devices('overtaken')).toBe(reached)
  expect(await sheets.taskOf(id)).toMatchObject({ state: 'running', rows: reached })
  await sql(inner => inner.change(`update task set state = 'waiting' where id = $1`, [id]))
  await sendForgotten(server.app.parts)
  expect(await sheets.ended(id)).toMatchObject({ state: 'done', rows: 400, failedRows: 0 })
  expect(await devices('overtaken')).toBe(400)
})

test('cancelled, it stops soon and keeps what it has; tried again, it saves the rest and nothing twice', async () => {
  const letGo = await holdUp()
  const id = await begin('cancelled', 400, 20_000)
  await some(id)
  const order = (verb: string, token = server.tokens.admin) =>
    server.call(`/api/message/task/${verb}`, { token, body: { ids: [id] } })
  expect((await order('cancel', server.tokens.stranger)).data).toMatchObject({ results: [{ ok: false }] })
  expect((await order('cancel')).data).toMatchObject({ results: [{ ok: true }] })
  await looksAgain(id)
  await letGo()
  expect(await sheets.ended(id)).toMatchObject({ state: 'failed', reason: 'cancelled' })
  const kept = await devices('cancelled')
  expect(kept).toBeLessThan(400)
  expect((await order('cancel')).data).toMatchObject({
    results: [{ ok: false, error: { id: 'state.transition' } }],
  })
  expect((await order('retry')).data).toMatchObject({ results: [{ ok: true }] })
  await vi.waitFor(async () => expect((await sheets.taskOf(id)).state).toBe('done'), { timeout: 15_000 })
  expect(await devices('cancelled')).toBe(400)
  expect((await sheets.taskOf(id)).failedRows).toBe(0)
})

/** A second try begins with other rows: those of the first are there. */
let tries = 0

test('10,000 rows, every hundredth bad', async () => {
  tries++
  const name = `ten thousand ${tries}`
  const id = await begin(name, 10_000, tries * 100_000, 100)
  expect(await sheets.ended(id, server.tokens.admin, 170_000)).toMatchObject({
    state: 'done',
    rows: 10_000,
    failedRows: 100,
  })
  expect(await devices(name)).toBe(9_900)
  expect(await sheets.errorLines(id)).toHaveLength(101)
}, 180_000)
