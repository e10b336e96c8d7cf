// The approver's queue in a real browser: keys, a reason where one is needed, five seconds to take back, for whom one decides.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultPath } from '../../../src/contract/endpoint.ts'
import { approvalCaseById } from '../../../src/contract/endpoints/approval.ts'
import { QueuePage } from '../../../src/features/approvals/queue-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const text = (body: string) => ({ title: 'Crane', body, lines: [], pictures: [] })
const opened = (id: number, title: string, more: object = {}) => ({
  row: {
    ...{
      id,
      version: 3,
      createdAt: 1,
      updatedAt: 1,
      kind: 'announcement',
      subjectId: id,
      title,
      state: 'pending',
    },
    ...{ round: 2, level: 1, levels: 1, applicantId: 9, applicantName: 'Ann', askedAt: 1, dueAt: null },
    ...{ settledAt: null, lastByName: null, lastReason: null },
  },
  now: text('From eight'),
  before: text('From seven'),
  steps: [
    {
      ...{ level: 1, state: 'now', need: 'any', names: ['Ben'], byAdministrator: false, decisions: [] },
      waiting: ['Ben'],
    },
  ],
  mine: { forName: null, until: null },
  ...more,
})

let queue: object[]
let calls: { path: string; body: unknown }[]
let refusal: string | undefined
/** The case that an address names and nobody has asked for before. */
let arrive: (opened: object) => void
let coming: Promise<Response>

const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const server: typeof fetch = async (input, init) => {
  const path = new URL(String(input), location.href).pathname.replace('/api/user/', '')
  calls.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} })
  if (path === 'approval/waiting') return answer(queue)
  if (path === CASE) return coming
  return answer({
    results: [
      refusal ? { id: 1, ok: false, error: { id: refusal, msg: 'x', code: 1400 } } : { id: 1, ok: true },
    ],
  })
}
const CASE = defaultPath(approvalCaseById).replace('/api/user/', '')
const sent = (verdict: string) => calls.filter(({ path }) => path === `approvalCase/${verdict}`)

beforeEach(async () => {
  await page.viewport(1440, 900)
  queue = [opened(1, 'First'), opened(2, 'Second')]
  calls = []
  refusal = undefined
  coming = new Promise(resolve => {
    arrive = one => resolve(answer(one))
  })
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const shown = () =>
  renderScreen(<QueuePage title="Approvals" named={undefined} onName={() => {}} all="#/all" />)

test('a key approves what is shown, another takes it back, and nothing was sent', async () => {
  await shown()
  await expect.element(page.getByText('2 pending')).toBeInTheDocument()
  await userEvent.keyboard('a')
  await expect.element(page.getByText('You approve: First')).toBeVisible()
  await expect.element(page.getByText('1 pending')).toBeInTheDocument()
  await userEvent.keyboard('u')
  await expect.element(page.getByText('2 pending')).toBeInTheDocument()
  await new Promise(resolve => setTimeout(resolve, 5_500))
  expect(sent('approve')).toEqual([])
})

test('a return needs a reason; then it goes out with the version that was looked at', async () => {
  await shown()
  await userEvent.keyboard('r')
  await expect.element(page.getByText('Say why')).toBeVisible()
  expect(sent('return')).toEqual([])
  await page.getByRole('textbox', { name: 'Comment' }).fill('Which side?')
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await expect.element(page.getByText('You return: First')).toBeVisible()
  await expect
    .poll(() => sent('return').map(({ body }) => body))
    .toEqual([{ ids: [1], input: { reason: 'Which side?' }, seen: [{ id: 1, version: 3 }] }])
})

test('a text that was changed meanwhile is refused, and the case is back', async () => {
  refusal = 'approval.changed'
  await shown()
  await userEvent.keyboard('a')
  await expect.poll(() => sent('approve')).toHaveLength(1)
  await expect.element(page.getByText('2 pending')).toBeInTheDocument()
})

test('no other case stands in the place of the one that is on its way', async () => {
  await renderScreen(<QueuePage title="Approvals" named={3} onName={() => {}} all="#/all" />)
  await expect.element(page.getByText('2 pending')).toBeInTheDocument()
  await userEvent.keyboard('a')
  await expect.element(page.getByText('You approve', { exact: false })).not.toBeInTheDocument()
  arrive(opened(3, 'Third'))
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(page.getByText('You approve: Third')).toBeVisible()
})

test('whoever stands in for somebody is told for whom', async () => {
  queue = [opened(1, 'First', { mine: { forName: 'Cat', until: null } })]
  await shown()
  await expect.element(page.getByText('You decide for Cat.', { exact: false })).toBeVisible()
})

test('who is asked by nobody may not see it', async () => {
  await renderScreen(<QueuePage title="Approvals" named={undefined} onName={() => {}} all="#/all" />, {
    permissions: ['announcement.read'],
  })
  await expect.element(page.getByText('You may not see this page')).toBeVisible()
  expect(calls).toEqual([])
})
