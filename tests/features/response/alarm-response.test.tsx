// The card of an alarm in a real browser: one tap, a reason for what is skipped, and what waits for the network.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { alarmView } from '../../../src/features/alarms/alarm.view.tsx'
import { AlarmResponse } from '../../../src/features/response/alarm-response.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { enqueue, startQueue, stopQueue } from '../../../src/platform/queue.ts'
import { deleteQueue, queueNames } from '../../../src/platform/queue-store.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { ActionsProvider } from '../../../src/resource/actions.tsx'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { signIn } from '../../resource/sign-in.ts'
import { alarmRow } from '../alarms/alarm-row.ts'

const row = alarmRow({ id: 9, type: 'sos', severity: 'critical', raisedAt: Date.now() - 100_000 })
const said = (facts: object) => ({
  event: 'event-other',
  does: 'done',
  reason: null,
  userName: 'Bea',
  ...facts,
})

let run: object | null
let refuse: boolean
let given: { step: string; does: string; reason?: string; event: string }[]

const server: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
  if (pathname.endsWith('alarm/response')) return answer(run)
  if (pathname.endsWith('alarm/respond')) {
    given.push(JSON.parse(String(init?.body)).input)
    const error = { id: 'field.reference', field: 'input.step' }
    return answer({ results: [refuse ? { id: 9, ok: false, error } : { id: 9, ok: true }] })
  }
  return answer(null)
}

beforeEach(async () => {
  await page.viewport(390, 844)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  given = []
  refuse = false
  run = {
    alarmId: 9,
    versionNumber: 3,
    steps: [
      { key: 'ask', text: 'Ask how she is', who: 'taker', within: 60 },
      { key: 'lookAtCamera', text: null, who: 'dutyOfficer', within: 3600 },
      { key: 'go', text: 'Go there', who: 'guard', within: 7200 },
    ],
    events: [],
  }
  configureHttp({ fetch: server, token: () => 't' })
  signIn(['alarm.read', 'alarm.handle'])
})

afterEach(async () => {
  await cleanup()
  stopQueue()
  for (const name of await queueNames()) await deleteQueue(name)
  endSession('logout')
})

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="campus" direction="ltr">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <ActionsProvider view={alarmView}>
            <AlarmResponse row={row} place="page" />
          </ActionsProvider>
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>,
  )

const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
const step = (text: string) => steps().filter({ hasText: text })

it('ticks with one tap on a row that a finger hits, and goes on to the next', async () => {
  await show()
  await expect.element(page.getByText('Version 3')).toBeVisible()
  await expect.element(step('Ask how she is')).toMatchTextContent(/overdue by/)
  await expect.element(step('Look at the nearest camera')).toMatchTextContent(/Duty officer.*due in/)
  await expect.element(step('Ask how she is')).toHaveAttribute('aria-current', 'step')
  const done = page.getByRole('button', { name: /^Done: Ask how she is/ })
  expect(done.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await done.click()
  await expect.element(step('Look at the nearest camera')).toHaveAttribute('aria-current', 'step')
  await expect.element(page.getByText('2 steps to do')).toBeVisible()
  expect(given).toMatchObject([{ step: 'ask', does: 'done' }])
  await page.getByRole('button', { name: 'Take back: Ask how she is' }).click()
  await expect.poll(() => given.map(({ does }) => does)).toEqual(['done', 'undone'])
  expect(new Set(given.map(({ event }) => event)).size).toBe(2)
})

it('skips with a reason only', async () => {
  await show()
  await page.getByRole('button', { name: 'Skip: Look at the nearest camera' }).click()
  const skip = page.getByRole('button', { name: 'Skip step' })
  await expect.element(skip).toBeDisabled()
  await page.getByRole('textbox', { name: 'Why it is skipped' }).fill('There is none')
  await skip.click()
  await expect.element(step('Look at the nearest camera')).toMatchTextContent(/skipped: There is none/)
  expect(given).toMatchObject([{ step: 'lookAtCamera', does: 'skipped', reason: 'There is none' }])
})

it('takes a tick back that the server refuses', async () => {
  refuse = true
  await show()
  await page.getByRole('button', { name: /^Done: Ask how she is/ }).click()
  await expect.poll(() => given.length).toBe(1)
  await expect.element(page.getByRole('button', { name: /^Done: Ask how she is/ })).toBeVisible()
  await expect.element(page.getByText('3 steps to do')).toBeVisible()
})

it('shows what others did, and what waits here for the network', async () => {
  run = { ...run, events: [said({ step: 'ask', at: row.raisedAt + 5_000 })] }
  await startQueue(
    { tenantId: 1, userId: 7 },
    { seal: 'A'.repeat(43), tell: 'handle', mask: '王**' },
    { send: async () => ({ is: 'unreached' }), newKey: () => crypto.randomUUID() },
  )
  await enqueue({
    entity: 'alarm',
    command: 'respond',
    ids: [9],
    input: { event: 'event-mine', step: 'go', does: 'done' },
    subject: 'SOS',
  })
  await show()
  await expect.element(step('Ask how she is')).toMatchTextContent(/Bea/)
  await expect.element(step('Go there')).toHaveAttribute('data-state', 'done')
  await expect.element(step('Go there')).toMatchTextContent(/waits for the network/)
})

it('offers nothing to who may only look, and nothing at all without a card', async () => {
  signIn(['alarm.read'])
  const screen = await show()
  await expect.element(step('Go there')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  await screen.unmount()
  run = null
  await show()
  await expect.poll(() => page.getByText('Response card').elements()).toEqual([])
})
