// The button that holds what a page shows: one tap for a new case, another for an open one, nothing for who may not.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureHttp } from '../../src/platform/http.ts'
import { endSession } from '../../src/platform/session-store.ts'
import { HoldButton } from '../../src/resource/hold-button.tsx'
import { renderScreen } from './render-screen.tsx'

let sent: unknown[]
const server: typeof fetch = async (input, init) => {
  const path = new URL(String(input), location.href).pathname
  if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)))
  const data = path.endsWith('/page')
    ? {
        list: [
          { id: 4, version: 1, createdAt: 1, updatedAt: 1, number: 'E-4', title: 'Gate', state: 'open' },
        ].map(row => ({ ...row, items: 1, bytes: 1, sealedAt: null, sealedByName: null })),
        total: 1,
      }
    : { id: 9, number: 'A-7', nos: [1, 2] }
  return new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
}

beforeEach(() => {
  sent = []
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const button = <HoldButton thing={{ kind: 'alarm', subjectId: 7, around: true }} />
const ALL = ['read', 'save', 'hold'].map(verb => `evidenceCase.${verb}`)

test('one tap holds the alarm with all that belongs to it in a case of its own', async () => {
  await renderScreen(button, { permissions: ALL })
  await page.getByRole('button', { name: 'Hold as evidence' }).click()
  await expect.poll(() => sent).toEqual([{ kind: 'alarm', subjectId: 7, around: true }])
})

test('an open case may be chosen instead', async () => {
  await renderScreen(button, { permissions: ALL })
  await page.getByRole('button', { name: 'Hold in an open case' }).click()
  await page.getByRole('menuitem', { name: 'E-4 · Gate' }).click()
  await expect.poll(() => sent).toEqual([{ kind: 'alarm', subjectId: 7, around: true, id: 4 }])
})

test('who may open no cases chooses one', async () => {
  await renderScreen(button, { permissions: ['evidenceCase.read', 'evidenceCase.hold'] })
  await expect.element(page.getByRole('button', { name: 'Hold in an open case' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Hold as evidence' })).not.toBeInTheDocument()
})

test('who may hold nothing sees nothing', async () => {
  await renderScreen(button, { permissions: ['evidenceCase.read'] })
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
