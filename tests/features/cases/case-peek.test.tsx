// The panel of a case in a real browser: what is offered while it is open and when it is sealed, and what goes out.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { evidenceCase } from '../../../src/domain/case-file/evidence-case.ts'
import type { RowOf } from '../../../src/domain/entity.ts'
import { CasePeek } from '../../../src/features/cases/case-peek.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const row = (state: RowOf<typeof evidenceCase>['state']): RowOf<typeof evidenceCase> => ({
  ...{ id: 7, version: 2, createdAt: 1, updatedAt: 1, number: 'E-7', title: 'Gate', state, items: 1 },
  ...{ bytes: 900, sealedAt: null, sealedByName: null },
})
const ALL = ['read', 'hold', 'seal', 'look', 'handOver'].map(verb => `evidenceCase.${verb}`)

let sent: { path: string; body: unknown }[]
let refusal: string | undefined
const answers: Record<string, unknown> = {
  contents: {
    seal: { count: 4, head: `${'12ab'.repeat(16)}`, manifest: 'ef'.repeat(32) },
    stamp: { at: 1, authority: 'stamps.example' },
    stamps: true,
    items: [
      { no: 1, kind: 'alarm', label: 'Help', heldAt: 1, heldByName: 'Ada', leaves: 2, contentBytes: null },
      { no: 2, kind: 'file', label: 'gate.png', heldAt: 1, heldByName: 'Ada', leaves: 1, contentBytes: 900 },
    ],
    custody: [{ seq: 1, at: 1, by: 'Ada', act: 'opened' }],
    exports: [{ id: 4, at: 1, byName: 'Ada', withheld: 3, verifier: null }],
  },
  key: { fingerprint: 'ab'.repeat(32), verifier: 'cd'.repeat(32) },
  look: [
    { no: 1, leaves: [{ path: '/alarm/deviceName', value: 'Lamp' }] },
    { no: 2, leaves: [{ path: '/file/name', value: 'gate.png' }] },
  ],
  handOver: { id: 5 },
}
const server: typeof fetch = async (input, init) => {
  const path = new URL(String(input), location.href).pathname.replace('/api/user/evidenceCase/', '')
  if (init?.method === 'POST')
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : {} })
  const body =
    refusal && path === 'contents' ? { code: 1404, id: refusal, msg: 'x' } : { code: 0, data: answers[path] }
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
}

beforeEach(() => {
  sent = []
  refusal = undefined
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

test('an open case takes things in and is not handed over', async () => {
  await renderScreen(<CasePeek row={row('open')} />, { permissions: ALL })
  await expect.element(page.getByText('Help')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Hold as evidence' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: /Make an archive/ })).not.toBeInTheDocument()
})

test('of a sealed one, what is ticked is withheld, and the fingerprint is there to compare', async () => {
  await renderScreen(<CasePeek row={row('sealed')} />, { permissions: ALL })
  await expect.element(page.getByText('ab'.repeat(32)).first()).toBeVisible()
  // On the page, and once more on the sheet that is printed.
  await expect.element(page.getByText('12ab 12ab 12ab 12ab 12ab').first()).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'QR code of the seal' })).toBeVisible()
  await expect.element(page.getByText('stamps.example').first()).toBeVisible()
  await expect.element(page.getByText('Hold something')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Choose what is withheld' }).click()
  await page.getByRole('checkbox', { name: /\/alarm\/deviceName/ }).click()
  await page.getByRole('checkbox', { name: 'The file itself' }).click()
  await page.getByRole('button', { name: 'Make an archive, 2 withheld' }).click()
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['look', 'handOver'])
  expect(sent[1]?.body).toEqual({
    id: 7,
    hidden: [
      { no: 1, paths: ['/alarm/deviceName'], content: false },
      { no: 2, paths: [], content: true },
    ],
  })
})

test('without the permissions it is only looked at from outside', async () => {
  await renderScreen(<CasePeek row={row('sealed')} />, { permissions: ['evidenceCase.read'] })
  await expect.element(page.getByText('Help')).toBeVisible()
  await expect.element(page.getByText(/3 withheld/)).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: /Make an archive|Choose what|Hold/ }))
    .not.toBeInTheDocument()
})

test('what cannot be read says why and is asked for again', async () => {
  refusal = 'row.unknown'
  await renderScreen(<CasePeek row={row('open')} />, { permissions: ALL })
  refusal = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('gate.png')).toBeVisible()
})
