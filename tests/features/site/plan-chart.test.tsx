// Work plans on the time chart: what is critical and late is said in words, a row opens its plan, the uncritical can be left out.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PlanScreen } from '../../../src/features/site/plan-screen.tsx'
import { workPlanView } from '../../../src/features/site/work-plan.view.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const plan = (id: number, name: string, more: object = {}) => ({
  ...{ id, version: 1, createdAt: 1, updatedAt: 1, tenantId: 1, tenantName: 'Site', name, parentId: null },
  ...{ startOn: '2026-01-01', periodDays: 10, endOn: '2026-01-10', predecessorIds: [], predecessorNames: [] },
  ...{ state: 'open', doneOn: null, reason: null, baselineStartOn: null, baselineDays: null },
  ...{ subPlans: 0, openSubPlans: 0 },
  ...more,
})
const whole = plan(1, 'Tower', { periodDays: 30, endOn: '2026-01-30', subPlans: 2, openSubPlans: 2 })
const short = plan(2, 'Fence', { parentId: 1 })
const long = plan(3, 'Storeys', { parentId: 1, periodDays: 30, endOn: '2026-01-30' })

let rows: object[]
const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const server: typeof fetch = async input =>
  String(input).includes('workPlan/page')
    ? answer({ list: rows, total: rows.length, counts: {} })
    : answer(rows[0] ?? null)

beforeEach(async () => {
  await page.viewport(1440, 900)
  rows = [whole, short, long]
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const row = (name: string) => page.getByRole('button', { name: new RegExp(name) })

test('says in words what is critical and late', async () => {
  await renderScreen(<PlanScreen view={workPlanView} tabs={null} />)
  await expect.element(row('Storeys')).toBeVisible()
  expect(row('Storeys').element().textContent).toContain('Critical')
  expect(row('Fence').element().textContent).not.toContain('Critical')
  expect(row('Fence').element().textContent).toMatch(/late/i)
})

test('leaves out what may slip, and opens the plan of a row', async () => {
  const { search } = await renderScreen(<PlanScreen view={workPlanView} tabs={null} />)
  await page.getByRole('switch', { name: 'Only what is critical' }).click()
  await expect.element(row('Fence')).not.toBeInTheDocument()
  await row('Storeys').click()
  expect(search()).toMatchObject({ open: 3 })
})

test('says what to do where there is none', async () => {
  rows = []
  await renderScreen(<PlanScreen view={workPlanView} tabs={null} />)
  await expect.element(page.getByRole('button', { name: 'Add plan' })).toBeVisible()
})
