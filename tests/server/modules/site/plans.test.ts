// Work plans: within their superior's days, in no circle, completed after their sub-plans.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { command, made, read, refusal, save } from './site.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const plan = (more: object = {}) =>
  save(server, 'workPlan', { name: 'Ground', startOn: '2026-05-01', periodDays: 10, ...more })

test('the last day is start and period, less one', async () => {
  expect(await made(plan())).toMatchObject({ endOn: '2026-05-10', state: 'open', predecessorIds: [] })
  expect(await made(plan({ periodDays: 1 }))).toMatchObject({ endOn: '2026-05-01' })
})

test('a sub-plan lies within its superior, and the superior keeps it there', async () => {
  const above = await made(plan())
  const early = await plan({ parentId: above.id, startOn: '2026-04-30', periodDays: 2 })
  expect([early.id, early.field]).toEqual(['plan.outside', 'startOn'])
  const long = await plan({ parentId: above.id, startOn: '2026-05-09', periodDays: 3 })
  expect([long.id, long.field]).toEqual(['plan.outside', 'periodDays'])
  await made(plan({ parentId: above.id, startOn: '2026-05-09', periodDays: 2 }))
  const shorter = await plan({ id: above.id, version: above.version, periodDays: 9 })
  expect([shorter.id, shorter.field]).toEqual(['plan.inside', 'periodDays'])
})

test('a circle is refused, however it is closed', async () => {
  const first = await made(plan())
  const second = await made(plan({ predecessorIds: [first.id] }))
  const change = (more: object) => plan({ id: first.id, version: first.version, ...more })
  expect(await change({ predecessorIds: [second.id] })).toMatchObject({
    id: 'field.cycle',
    field: 'predecessorIds',
  })
  expect(await change({ parentId: first.id })).toMatchObject({ id: 'field.cycle', field: 'parentId' })
  expect(await plan({ parentId: first.id, periodDays: 2, predecessorIds: [second.id] })).toMatchObject({
    id: 'field.cycle',
  })
})

test('of two who make two plans wait for each other at once, one is refused', async () => {
  const [one, other] = [await made(plan()), await made(plan())]
  const answers = await Promise.all([
    plan({ id: one.id, version: one.version, predecessorIds: [other.id] }),
    plan({ id: other.id, version: other.version, predecessorIds: [one.id] }),
  ])
  expect(answers.map(({ code }) => code === 0).toSorted()).toEqual([false, true])
})

test('a plan is completed after its sub-plans, and on no day to come', async () => {
  const above = await made(plan())
  const below = await made(plan({ parentId: above.id, periodDays: 2 }))
  const complete = (id: number, doneOn = '2026-05-09') =>
    command(server, 'workPlan/complete', { ids: [id], input: { doneOn } })
  expect(refusal(await complete(above.id))).toBe('plan.openSubPlans')
  expect(refusal(await complete(below.id, '2999-01-01'))).toBe('field.dayAhead')
  expect(refusal(await complete(below.id))).toBeUndefined()
  expect(refusal(await complete(above.id))).toBeUndefined()
  expect(await read(server, 'workPlan', above.id)).toMatchObject({ state: 'done', doneOn: '2026-05-09' })
})

test('the baseline is what was planned when it was taken', async () => {
  const { id } = await made(plan())
  await command(server, 'workPlan/setBaseline', { ids: [id] })
  const { version } = await read(server, 'workPlan', id)
  await made(plan({ id, version, startOn: '2026-05-04', periodDays: 12 }))
  expect(await read(server, 'workPlan', id)).toMatchObject({
    ...{ startOn: '2026-05-04', endOn: '2026-05-15', baselineStartOn: '2026-05-01', baselineDays: 10 },
  })
})
