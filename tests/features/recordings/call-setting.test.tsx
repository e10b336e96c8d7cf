// Whether calls are recorded: everybody reads on what terms, whoever may decide does, and a refusal changes nothing.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { CallRecordingMode } from '../../../src/domain/intercom/call-recording.ts'
import { CallSetting } from '../../../src/features/recordings/call-setting.tsx'
import { probe } from '../../../src/platform/connection.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

interface Kept {
  mode: CallRecordingMode
  changedAt: number | null
  changedBy: string | null
}
let kept: Kept
let saved: object[]
let refusal: string | undefined
/** An answer waits for this. */
let held: Promise<void>

const say = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
const server: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  if (!pathname.endsWith('/save')) return say(refusal ? { code: 1400, id: refusal } : { code: 0, data: kept })
  const body = JSON.parse(String(init?.body))
  saved.push(body)
  await held
  if (refusal) return say({ code: 1400, id: refusal })
  kept = { mode: body.mode, changedAt: 1_700_000_000_000, changedBy: 'Mei' }
  return say({ code: 0, data: null })
}

beforeEach(() => {
  kept = { mode: 'off', changedAt: null, changedBy: null }
  saved = []
  refusal = undefined
  held = Promise.resolve()
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

const may = ['recording.read', 'recording.calls']
const choices = page.getByRole('radiogroup', { name: 'Recording of calls' })
const choice = (name: string) => choices.getByRole('radio', { name })
/** The radios are as large as their words only to the eye. */
const choose = (name: string) => choices.getByText(name).click()

test.each([
  ['off', 'Not recorded', /^Nobody can record calls/],
  ['announced', 'The other end is told', /^Whoever is recorded sees so/],
  ['agreed', 'The other end must agree', /^Visitors and colleagues are asked on their screen/],
] as const)('who may not decide reads "%s", what it means and who decided', async (mode, words, meaning) => {
  kept = { mode, changedAt: 1_700_000_000_000, changedBy: 'Liu Na' }
  await renderScreen(<CallSetting />, { permissions: ['recording.read'] })
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByText(meaning)).toBeVisible()
  await expect.element(page.getByText(/^Decided by Liu Na/)).toBeVisible()
  await expect.element(choices).not.toBeInTheDocument()
})

test('while nobody has decided, nobody is named', async () => {
  await renderScreen(<CallSetting />, { permissions: may })
  await expect.element(choice('Not recorded')).toBeChecked()
  await expect.element(page.getByText(/^Decided by/)).not.toBeInTheDocument()
})

test('who may decide does, and everybody is told by whom', async () => {
  const { told } = await renderScreen(<CallSetting />, { permissions: may })
  await choose('The other end must agree')
  await expect.poll(() => saved).toEqual([{ mode: 'agreed' }])
  await expect.element(choice('The other end must agree')).toBeChecked()
  await expect.element(page.getByText(/^Decided by Mei/)).toBeVisible()
  expect(told).toMatchObject([{ kind: 'ok' }])
  // What is so already is not said again.
  await choose('The other end must agree')
  expect(saved).toHaveLength(1)
})

test('by keyboard the arrows choose', async () => {
  await renderScreen(<CallSetting />, { permissions: may })
  await expect.element(choice('Not recorded')).toBeChecked()
  await userEvent.keyboard('{Tab}{ArrowRight}')
  await expect.poll(() => saved).toEqual([{ mode: 'announced' }])
  await expect.element(choice('The other end is told')).toBeChecked()
})

test('what is chosen shows at once; refused, it is as it was, with the reason', async () => {
  const { told } = await renderScreen(<CallSetting />, { permissions: may })
  await expect.element(choice('Not recorded')).toBeChecked()
  let letGo = () => {}
  held = new Promise(resolve => {
    letGo = resolve
  })
  await choose('The other end is told')
  await expect.poll(() => saved).toEqual([{ mode: 'announced' }])
  await expect.element(choice('The other end is told')).toBeChecked()
  refusal = 'forbidden'
  letGo()
  await expect.poll(() => told).toMatchObject([{ message: { id: 'forbidden' } }])
  await expect.element(choice('Not recorded')).toBeChecked()
  await expect.element(page.getByText(/^Nobody can record calls/)).toBeVisible()
})

test('a setting that cannot be read says why', async () => {
  refusal = 'unavailable'
  await renderScreen(<CallSetting />, { permissions: may })
  await expect
    .element(page.getByRole('alert').getByText(/The server cannot reach its database/))
    .toBeVisible()
  await expect.element(choices).not.toBeInTheDocument()
})

test('without a connection it is read, not decided', async () => {
  const own = globalThis.fetch
  try {
    globalThis.fetch = async () => new Response('', { status: 503 })
    await probe()
    await renderScreen(<CallSetting />, { permissions: may })
    await expect.element(page.getByText('Not recorded', { exact: true })).toBeVisible()
    await expect.element(choices).not.toBeInTheDocument()
  } finally {
    globalThis.fetch = async () => Response.json({})
    await probe()
    globalThis.fetch = own
  }
  await expect.element(choice('Not recorded')).toBeChecked()
})
