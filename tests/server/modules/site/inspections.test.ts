// Inspections: the next due day, what fails opens work, none dated ahead, reminders once across a restart. And daily logs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindOfInspections } from '../../../../server/modules/site/reminders.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { addDays, dayIn } from '../../../../src/domain/site/calendar-day.ts'
import { startServer, type TestServer } from '../../start.ts'
import { command, list, made, type Row, read, refusal, save } from './site.ts'

let server: TestServer
let worker: Row
beforeAll(async () => {
  server = await startServer()
  worker = await made(save(server, 'worker', { name: 'Inspector' }))
})
afterAll(() => server.stop())

const today = () => dayIn('Asia/Shanghai', Date.now())
const inspection = (more: object = {}) =>
  save(server, 'inspection', {
    ...{ name: 'Crane', workerId: worker.id, everyMonths: 12, anchorOn: '2026-01-31', basis: 'scheduled' },
    ...{ remindDays: [30, 7, 0], checklist: ['Brakes', 'Ropes'] },
    ...more,
  })
const inspect = (row: Row, input: object, key?: string) =>
  command(server, 'inspection/inspect', { ids: [row.id], input }, key ? { key } : {})
const fine = [
  { item: 'Brakes', ok: true },
  { item: 'Ropes', ok: true },
]

test('what passes is due again by the calendar, and has its certificate', async () => {
  const row = await made(inspection({ everyMonths: 1 }))
  expect(row).toMatchObject({ nextOn: '2026-01-31', lastOn: null, labelCode: expect.stringMatching(/^GH-/) })
  const passed = { doneOn: '2026-01-31', checks: fine, certificate: 'TS-1', certificateUntil: '2027-01-31' }
  expect(refusal(await inspect(row, passed))).toBeUndefined()
  expect(await read(server, 'inspection', row.id)).toMatchObject({
    ...{ nextOn: '2026-02-28', lastOn: '2026-01-31', lastResult: 'passed' },
    ...{ certificate: 'TS-1', certificateUntil: '2027-01-31' },
  })
  await inspect(row, { doneOn: '2026-02-27', checks: fine })
  expect(await read(server, 'inspection', row.id)).toMatchObject({ nextOn: '2026-03-31' })
})

test('what fails is not done, and opens work for somebody until a day', async () => {
  const row = await made(inspection())
  const checks = [fine[0], { item: 'Ropes', ok: false, note: 'Worn' }]
  const input = { doneOn: '2026-02-10', checks, fixBy: '2026-02-20' }
  await inspect(row, input, 'one-inspection-sent-twice-over')
  await inspect(row, input, 'one-inspection-sent-twice-over')
  expect(await read(server, 'inspection', row.id)).toMatchObject({ state: 'failed', nextOn: '2026-01-31' })
  const items = await list(server, 'workItem', { sourceId: String(row.id) })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    ...{ title: 'Crane: Ropes', note: 'Worn', assigneeId: worker.id, dueOn: '2026-02-20' },
    ...{ source: 'inspection', state: 'open', late: true },
  })
  expect(await list(server, 'inspectionRecord', { inspectionId: String(row.id) })).toHaveLength(1)
  const id = items[0]?.id ?? 0
  expect(
    refusal(await command(server, 'workItem/finish', { ids: [id], input: { outcome: 'New ropes' } })),
  ).toBe(undefined)
  expect(refusal(await command(server, 'workItem/finish', { ids: [id], input: {} }))).toBe('state.transition')
})

test('two phones that tell of one day, and one that tells of an earlier one, move the next day once', async () => {
  const row = await made(inspection({ everyMonths: 1 }))
  const passed = { doneOn: '2026-01-31', checks: fine }
  const answers = await Promise.all([inspect(row, passed), inspect(row, passed)])
  expect(answers.map(refusal)).toEqual([undefined, undefined])
  const failed = { doneOn: '2026-01-20', checks: [fine[0], { item: 'Ropes', ok: false }] }
  expect(refusal(await inspect(row, failed))).toBeUndefined()
  expect(await read(server, 'inspection', row.id)).toMatchObject({
    ...{ nextOn: '2026-02-28', lastOn: '2026-01-31', lastResult: 'passed' },
  })
  // None is lost: each is a record, and what was found is work for somebody.
  expect(await list(server, 'inspectionRecord', { inspectionId: String(row.id) })).toHaveLength(3)
  expect(await list(server, 'workItem', { sourceId: String(row.id) })).toHaveLength(1)
})

test('none is dated ahead, nor by a certificate that ended before it', async () => {
  const row = await made(inspection())
  expect(refusal(await inspect(row, { doneOn: addDays(today(), 1), checks: fine }))).toBe('field.dayAhead')
  const over = { doneOn: '2026-02-10', checks: fine, certificate: 'X', certificateUntil: '2026-02-09' }
  expect(refusal(await inspect(row, over))).toBe('field.periodOrder')
  expect(await list(server, 'inspectionRecord', { inspectionId: String(row.id) })).toHaveLength(0)
})

test('somebody of another tenant puts nothing right', async () => {
  const row = await made(inspection())
  const [foreign] = await list(server, 'worker', {}, server.tokens.stranger)
  const checks = [{ item: 'Brakes', ok: false }]
  expect(refusal(await inspect(row, { doneOn: today(), checks, workerId: foreign?.id }))).toBe(
    'field.reference',
  )
  expect(await read(server, 'inspection', row.id)).toMatchObject({ lastOn: null })
})

test('each reminder goes out once, also after a restart and from two servers at once', async () => {
  const row = await made(inspection({ anchorOn: addDays(today(), 20) }))
  const { data, bus } = server.app.parts
  const reminders = () =>
    server.sql(sql =>
      sql.query<{ n: number }>(
        'select offset_days as n from inspection_reminder where inspection_id = $1 order by 1',
        [row.id],
      ),
    )
  await Promise.all([remindOfInspections(data, bus, Date.now()), remindOfInspections(data, bus, Date.now())])
  expect(await remindOfInspections(data, bus, Date.now())).toBe(0)
  expect(await reminders()).toEqual([{ n: 30 }])
  await remindOfInspections(data, bus, Date.now() + 13 * DAY_MS)
  expect(await reminders()).toEqual([{ n: 7 }, { n: 30 }])
  const told = await server.sql(sql =>
    sql.query<{ times: number }>(
      `select distinct times from notice where kind = 'inspection' and subject_id = $1`,
      [row.id],
    ),
  )
  expect(told).toEqual([{ times: 2 }])
})

test('one log of an author for a day, checked by somebody else, and then as it is', async () => {
  const log = (more: object = {}, token = server.tokens.patrol) =>
    save(server, 'workLog', { day: '2026-05-04', done: 'Poured', ...more }, token)
  const own = await made(log())
  expect(await log()).toMatchObject({ id: 'field.duplicate', field: 'day' })
  expect(await log({ day: addDays(today(), 1) })).toMatchObject({ id: 'field.dayAhead', field: 'day' })
  expect(await list(server, 'workLog', { state: 'draft' })).toEqual([])
  const step = (name: string, input?: object, token = server.tokens.admin) =>
    command(server, `workLog/${name}`, { ids: [own.id], ...(input && { input }) }, { token })
  expect(refusal(await step('submit', undefined, server.tokens.patrol))).toBeUndefined()
  expect(await log({ id: own.id, version: own.version + 1, done: 'Other' })).toMatchObject({
    id: 'state.transition',
  })
  expect(refusal(await step('lock', undefined, server.tokens.patrol))).toBe('forbidden')
  expect(refusal(await step('giveBack', { reason: 'Which floor?' }))).toBeUndefined()
  const again = await made(log({ id: own.id, version: own.version + 2, done: 'Third floor', submit: true }))
  expect(again).toMatchObject({ state: 'submitted', done: 'Third floor' })
  expect(refusal(await step('lock'))).toBeUndefined()
  expect(refusal(await step('giveBack', { reason: 'No' }))).toBe('state.transition')
  const boss = await made(log({ submit: true }, server.tokens.admin))
  expect(refusal(await command(server, 'workLog/lock', { ids: [boss.id] }))).toBe('log.own')
})
