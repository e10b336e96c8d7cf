// The page of operations over a fake back end: what is not good stands first, a dead process says so, and help is at hand.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Board } from '../../../src/contract/endpoints/operations.ts'
import { OperationsPage } from '../../../src/features/operations/operations-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const HOUR = 3_600_000
const GIB = 1024 ** 3

let backEnd: FakeBackEnd
beforeEach(() => {
  backEnd = fakeBackEnd([])
})
afterEach(cleanup)

const pool = { size: 20, busy: 1, waiting: 0, refused: 0, waits: 0, waitedMs: 0 }
const state: Board['processes'][number]['state'] = {
  ...{ role: 'shared', draining: false, people: 3, devices: 120, sockets: 4 },
  ...{ lagMs: 3, heapBytes: GIB / 4, rssBytes: GIB / 2, lane: { waiting: 0, oldestAt: null }, trouble: null },
  ...{ stored: 1000, refused: 2, published: 5000, dropped: 0, push: { waiting: 0, oldestAt: null } },
  ...{ pools: { people: pool, devices: pool, jobs: pool } },
  disk: { freeBytes: 50 * GIB, totalBytes: 100 * GIB },
}

function goodBoard(): Board {
  const at = Date.now()
  const process = {
    host: 'alpha',
    pid: 7,
    release: '3.1.0',
    startedAt: at - 5 * HOUR,
    heardAt: at - 2_000,
    state,
  }
  return {
    at,
    processes: [
      { id: 'a', ...process, state: { ...state, aheadMs: -300, sealsWords: true } },
      // Of an earlier release, which says nothing of its clock.
      { id: 'b', ...process, host: 'beta' },
    ],
    jobs: { queues: [{ kind: 'task', waiting: 0, running: 1, oldestAt: null }], dead: 0 },
    database: {
      ...{ release: '17.2', bytes: 2 * GIB, connections: 20, mostConnections: 100 },
      ...{ oldestTransactionAt: null, replicas: [], busiest: [{ table: 'alarm', live: 90_000, dead: 100 }] },
      partitions: [{ table: 'reading', count: 34, until: at + 80 * HOUR, bytes: GIB, packedBytes: 3 * GIB }],
    },
    backup: { told: true, at: at - 3 * HOUR },
    certificates: [{ setting: 'PUBLIC_URL', expiresAt: at + 60 * 24 * HOUR, problem: null }],
    channels: [
      { channel: 'text', way: 'http', lastSuccessAt: at - HOUR, lastFailureAt: null, failure: null },
      { channel: 'push', way: 'webPush', lastSuccessAt: at - HOUR, lastFailureAt: null, failure: null },
      { channel: 'carrier', way: 'embedded', lastSuccessAt: null, lastFailureAt: null, failure: null },
    ],
    sizes: [0, 12, 24].map(hour => ({ at: at - (24 - hour) * HOUR, kind: 'database', bytes: GIB + hour })),
    disk: { freeBytes: 50 * GIB, isKnown: true, daysUntilFull: null },
  }
}

const show = async (board: Board, permissions?: string[]) => {
  backEnd.answer('operations/board', board)
  await renderScreen(<OperationsPage />, permissions ? { permissions } : {})
}

test('where all is well it says so, with every process and its figures', async () => {
  await show(goodBoard())
  await expect.element(page.getByText('Everything is good.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '2 server processes' })).toBeVisible()
  const alpha = page.getByRole('article', { name: 'alpha · 7' })
  await expect.element(alpha.getByText('Running')).toBeVisible()
  await expect.element(alpha.getByText('Consoles: 3, devices: 120, further: 4')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /34 days · 1 GB · 75% packed/ })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Channels' }).getByText('Stand-in')).toBeVisible()
})

test('a process that is not heard says that alone, and stands first', async () => {
  const board = goodBoard()
  const [, beta] = board.processes
  if (beta) beta.heardAt = board.at - 90_000
  await show(board)
  const first = page.getByRole('region', { name: 'What to look at' })
  await expect
    .element(first.getByRole('button', { name: /Last sign of life \(beta · 7\).*Act now/ }))
    .toBeVisible()
  const dead = page.getByRole('article', { name: 'beta · 7' })
  await expect.element(dead.getByText('Not heard', { exact: true })).toBeVisible()
  expect(dead.getByRole('button').elements().length).toBe(1)
})

test('a machine whose clock is off is told of, ahead or behind', async () => {
  const board = goodBoard()
  const [first] = board.processes
  if (first) first.state = { ...state, aheadMs: -600_000 }
  await show(board)
  await expect
    .element(page.getByRole('region', { name: 'What to look at' }).getByRole('button'))
    .toHaveAccessibleName(/^Clock off by \(alpha · 7\) .* 600 sec Act now$/)
})

test('what is not good is listed with the worst first, and leads to what to do', async () => {
  const board = goodBoard()
  board.backup = { told: false, at: null }
  board.jobs.dead = 2
  const [alpha] = board.processes
  if (alpha) alpha.state = { ...state, lane: { waiting: 12_000, oldestAt: alpha.heardAt - 40_000 } }
  board.channels = [
    {
      ...{ channel: 'text', way: 'http', failure: 'refused' },
      ...{ lastSuccessAt: board.at - 30 * HOUR, lastFailureAt: board.at - HOUR },
    },
  ]
  backEnd.answer('operations/guide', {
    heading: 'Messages of devices wait',
    blocks: [
      { is: 'text', text: 'Nothing is lost: see `max_connections`.' },
      { is: 'code', text: 'select 1;' },
    ],
  })
  await show(board)
  const list = page.getByRole('region', { name: 'What to look at' })
  await expect.element(list.getByRole('heading', { name: '5 things to look at' })).toBeVisible()
  const lines = list
    .getByRole('button')
    .elements()
    .map(each => each.textContent ?? '')
  expect(lines.map(line => /Act now|Look at it(?! )|Not known/.exec(line)?.[0])).toEqual([
    ...['Act now', 'Act now', 'Act now'],
    ...['Look at it', 'Not known'],
  ])
  expect(lines.some(line => line.includes('Failing since the last success (Text messages)'))).toBe(true)
  await list.getByRole('button', { name: /Oldest waiting message/ }).click()
  const guide = page.getByRole('complementary')
  await expect.element(guide.getByRole('heading', { name: 'Messages of devices wait' })).toBeVisible()
  await expect.element(guide.getByText('select 1;')).toBeVisible()
  expect(backEnd.askedFor('operations/guide')).toEqual([{ figure: 'laneAge' }])
})

test('the forecast says when the disk is full, and nothing while too little is known', async () => {
  const board = goodBoard()
  board.disk = { freeBytes: 50 * GIB, isKnown: true, daysUntilFull: 5 }
  await show(board)
  const disk = page.getByRole('region', { name: 'Disk' })
  await expect
    .element(disk.getByRole('button', { name: /Until the disk is full.*5 days.*Act now/ }))
    .toBeVisible()
  await cleanup()
  board.disk = { freeBytes: 50 * GIB, isKnown: false, daysUntilFull: null }
  await show(board)
  await expect
    .element(
      disk.getByRole('button', { name: /Known once sizes have been written down for six hours.*Not known/ }),
    )
    .toBeVisible()
})

test('it asks anew by itself', async () => {
  await show(goodBoard())
  await expect.element(page.getByText('Everything is good.')).toBeVisible()
  await expect.poll(() => backEnd.askedFor('operations/board').length, { timeout: 12_000 }).toBeGreaterThan(1)
})

test('an error can be tried again, and without the permission there is nothing', async () => {
  backEnd.refuse('operations/board', { id: 'failed' })
  await show(goodBoard())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Everything is good.')).toBeVisible()
  await cleanup()
  const before = backEnd.askedFor('operations/board').length
  await show(goodBoard(), ['tenant.read'])
  await expect.element(page.getByText('You may not see this page')).toBeVisible()
  expect(backEnd.askedFor('operations/board').length).toBe(before)
})
