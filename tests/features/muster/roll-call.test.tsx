// A roll call in a real browser: four equal buttons, none chosen; contradictions, hints, and what waits to be sent.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Roll, RollPerson } from '../../../src/domain/muster/muster.ts'
import type { Hint, Word } from '../../../src/domain/muster/sighting.ts'
import { musterView } from '../../../src/features/muster/muster.view.tsx'
import { MustersPage } from '../../../src/features/muster/musters-page.tsx'
import type { MusterRow } from '../../../src/features/muster/use-roll.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { enqueue, startQueue, stopQueue } from '../../../src/platform/queue.ts'
import { deleteQueue, queueNames } from '../../../src/platform/queue-store.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { signIn } from '../../resource/sign-in.ts'

const NOW = Date.now()
const MUSTER = 5

const musterRow: MusterRow = {
  ...{
    id: MUSTER,
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
    name: 'Tower B',
    kind: 'real',
    state: 'running',
  },
  ...{ placeName: null, startedAt: NOW - 60_000, startedByName: 'Mei', closedAt: null, closedByName: null },
  ...{ closeReason: null, leftOpen: null, people: 3, unaccounted: 3 },
  points: [
    { key: 'gate', name: 'North gate', wardenIds: [7], departmentIds: [] },
    { key: 'yard', name: 'Yard', wardenIds: [], departmentIds: [3] },
  ],
  wardens: [{ id: 7, name: 'Mei' }],
}

const person = (key: string, name: string, facts: Partial<RollPerson> = {}): RollPerson => ({
  ...{ key, name, detail: 'Welder', point: 'gate', addedByName: null, addedAt: null },
  signs: [{ source: 'punch', where: null, at: NOW - 120_000 }],
  ...facts,
})
const word = (key: string, says: Word['says'], facts: Partial<Word> = {}): Word => ({
  ...{
    id: `word-${key.slice(-1)}-${says}-x`,
    person: key,
    says,
    comment: null,
    means: 'point',
    point: 'gate',
    settles: [],
  },
  ...{ byId: 8, by: 'Bea', at: NOW - 30_000, recordedAt: NOW - 29_000 },
  ...facts,
})
const door: Hint = {
  ...{ id: 'door 1', person: 'worker:1', means: 'sensor', source: 'door', where: 'Gate 3', at: NOW - 20_000 },
}

let row: MusterRow
let roll: Roll
let refuse: boolean
let given: { path: string; input: Record<string, unknown> }[]

const server: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
  if (pathname.endsWith('muster/get')) return answer(row)
  if (pathname.endsWith('muster/roll')) return answer(roll)
  const command = /muster\/(sight|addPerson|countHeads|close)$/.exec(pathname)?.[1]
  if (command) {
    given.push({ path: command, input: JSON.parse(String(init?.body)).input })
    const error = { id: 'field.reference', field: 'input.person' }
    return answer({ results: [refuse ? { id: MUSTER, ok: false, error } : { id: MUSTER, ok: true }] })
  }
  return answer(null)
}

beforeEach(async () => {
  await page.viewport(390, 844)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  given = []
  refuse = false
  row = musterRow
  roll = {
    ...{ musterId: MUSTER, closedAt: null, words: [], hints: [], counts: [] },
    people: [
      person('worker:1', 'Ada'),
      person('worker:2', 'Ben'),
      person('worker:3', 'Cem', { point: 'yard' }),
    ],
  }
  configureHttp({ fetch: server, token: () => 't' })
  signIn(['muster.read', 'muster.tick', 'muster.close'])
})

afterEach(async () => {
  await cleanup()
  stopQueue()
  for (const name of await queueNames()) await deleteQueue(name)
  endSession('logout')
})

function show() {
  const root = createRootRoute({ component: () => <MustersPage view={musterView} shown={MUSTER} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="campus" direction="ltr">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>,
  )
}

const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const buttons = (name: string) =>
  ['Safe', 'Injured', 'Missing', 'Not on site'].map(says =>
    page.getByRole('button', { name: `${says}: ${name}` }),
  )

it('offers four equal buttons that a finger hits, and chooses none of them', async () => {
  await show()
  await expect.element(line('Ada')).toHaveAttribute('data-state', 'unaccounted')
  const boxes = buttons('Ada').map(button => button.element().getBoundingClientRect())
  expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1)
  expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1)
  for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(44)
  const looks = buttons('Ada').map(button => getComputedStyle(button.element()).backgroundColor)
  expect(new Set(looks).size).toBe(1)
  for (const button of buttons('Ada')) expect(button.element().getAttribute('aria-pressed')).toBeNull()
  expect(given).toEqual([])
})

it('ticks with one tap, and shows a warden the own list with what it knows of each', async () => {
  await show()
  await expect.element(line('Ada')).toMatchTextContent(/Welder.*punched in/)
  // Cem stands on the list of another point.
  expect(line('Cem').elements()).toEqual([])
  await page.getByRole('button', { name: 'Injured: Ada' }).click()
  await expect.element(line('Ada')).toHaveAttribute('data-state', 'injured')
  await expect
    .poll(() => given)
    .toMatchObject([
      { path: 'sight', input: { person: 'worker:1', says: 'injured', means: 'point', point: 'gate' } },
    ])
  expect(String(given[0]?.input.sighting).length).toBeGreaterThan(8)
})

it('takes a tick back that the server refuses', async () => {
  refuse = true
  await show()
  await page.getByRole('button', { name: 'Safe: Ada' }).click()
  await expect.poll(() => given.length).toBe(1)
  await expect.element(line('Ada')).toHaveAttribute('data-state', 'unaccounted')
})

it('keeps who was only seen by a sensor among those to find', async () => {
  roll = { ...roll, hints: [door] }
  await show()
  await expect.element(line('Ada')).toMatchTextContent(/Card at a door Gate 3.*somebody has to see them/)
  await expect.element(line('Ada')).toHaveAttribute('data-state', 'unaccounted')
})

it('shows both words of a contradiction first, and settles it with what is said then', async () => {
  roll = {
    ...roll,
    words: [word('worker:2', 'safe'), word('worker:2', 'missing', { byId: 9, by: 'Cleo', at: NOW - 10_000 })],
  }
  await show()
  const first = page.getByRole('region', { name: 'To find' }).getByRole('listitem').first()
  await expect.element(first).toMatchTextContent(/Ben.*Cleo saw them.*Bea says Safe.*Contradiction/)
  await expect.element(first).toHaveAttribute('data-state', 'missing')
  await page.getByRole('button', { name: 'Safe: Ben' }).click()
  await expect.element(line('Ben')).not.toMatchTextContent(/Contradiction/)
  await expect.poll(() => given[0]?.input.settles).toEqual(['word-2-missing-x', 'word-2-safe-x'])
})

it('says on the row and in sum what waits for the network', async () => {
  await startQueue(
    { tenantId: 1, userId: 7 },
    { seal: 'A'.repeat(43), tell: 'muster', mask: '王**' },
    { send: async () => ({ is: 'unreached' }), newKey: () => crypto.randomUUID() },
  )
  const kept = (command: string, input: Record<string, unknown>) =>
    enqueue({ entity: 'muster', command, ids: [MUSTER], input, subject: 'Ada' })
  await kept('sight', {
    sighting: 'mine-0001',
    person: 'worker:1',
    says: 'safe',
    means: 'point',
    point: 'gate',
  })
  await kept('addPerson', {
    ...{
      person: 'walkUp:x1',
      name: 'Driver',
      sighting: 'mine-0002',
      says: 'injured',
      means: 'point',
      point: 'gate',
    },
  })
  await kept('countHeads', { count: 'mine-0003', point: 'gate', heads: 4 })
  await show()
  await expect.element(page.getByText('3 waiting to be sent')).toBeVisible()
  await expect.element(line('Ada')).toMatchTextContent(/waiting to be sent/)
  await expect.element(line('Ada')).toHaveAttribute('data-state', 'safe')
  await expect.element(line('Driver')).toMatchTextContent(/added by Mei/)
  await expect.element(line('Ben')).not.toMatchTextContent(/waiting to be sent/)
  await expect
    .element(page.getByRole('region', { name: 'Heads at this point' }))
    .toMatchTextContent(/2 more than the 2 named: somebody is not on the list.*4 counted by Mei/)
})

it('adds somebody without an account by name only, and counts heads', async () => {
  await show()
  await page.getByRole('button', { name: 'Somebody not on the list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Safe:/ }).click()
  await expect.element(dialog.getByText('Give a name')).toBeVisible()
  expect(given).toEqual([])
  await dialog.getByRole('textbox').first().fill('Red jacket')
  await dialog.getByRole('button', { name: 'Safe: Red jacket' }).click()
  await expect
    .poll(() => given[0])
    .toMatchObject({ path: 'addPerson', input: { name: 'Red jacket', says: 'safe' } })
  await page.getByRole('button', { name: 'One head more' }).click()
  await page.getByRole('button', { name: /^Report \d+ heads/ }).click()
  await expect.poll(() => given[1]).toMatchObject({ path: 'countHeads', input: { point: 'gate' } })
})

it('closes with a reason only while somebody is unaccounted for', async () => {
  await show()
  await page.getByRole('button', { name: 'Close the roll call' }).click()
  const dialog = page.getByRole('dialog')
  // All of the roll, not only the own list.
  await expect.element(dialog.getByRole('list')).toMatchTextContent(/Ada.*Ben.*Cem/)
  await dialog.getByRole('button', { name: 'Close with 3 unaccounted for' }).click()
  await expect.element(dialog.getByText('Say why, in a few words')).toBeVisible()
  expect(given).toEqual([])
  await dialog.getByRole('textbox').fill('False alarm')
  await dialog.getByRole('button', { name: 'Close with 3 unaccounted for' }).click()
  await expect.poll(() => given).toMatchObject([{ path: 'close', input: { reason: 'False alarm' } }])
})

it('marks what came after the end, and offers nothing to who may only look', async () => {
  signIn(['muster.read'])
  row = { ...musterRow, state: 'closed', closedAt: NOW - 40_000, closedByName: 'Mei', leftOpen: 0 }
  roll = { ...roll, closedAt: NOW - 40_000, words: [word('worker:1', 'safe')] }
  await show()
  await expect.element(line('Ada')).toMatchTextContent(/late/)
  expect(page.getByRole('button', { name: /^(Safe|Missing):/ }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Close the roll call' }).elements()).toEqual([])
})

it('has a paper list for each gathering point, with the wardens and boxes', async () => {
  await show()
  await expect.element(line('Ada')).toBeVisible()
  const paper = page.getByTestId('paper').element()
  const lists = [...paper.querySelectorAll('section')].map(each => each.textContent)
  expect(lists).toHaveLength(2)
  expect(lists[0]).toMatch(/Tower B · North gate.*Wardens: Mei.*Ada.*Ben/)
  expect(lists[1]).toMatch(/Yard.*Cem/)
  expect(getComputedStyle(paper).display).toBe('none')
})
