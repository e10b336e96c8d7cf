// The page of retention in a real browser: what holds, a look ahead before anything is decided, and who may decide.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { RetentionPage } from '../../../src/features/retention/retention-page.tsx'
import { endSession } from '../../../src/platform/session-store.ts'
import { type Asked, showScreen } from '../admin/show-screen.tsx'

const kept = (kind: string, days: number, own: boolean, most = 3653) => ({
  ...{ kind, days, own, most, installation: 90, least: 31 },
})
const retention = (disk: unknown = null) => ({
  kinds: [kept('readings', 90, false, 90), kept('calls', 45, true)],
  disk,
  decided: [{ at: 1_900_000_000_000, userName: 'wang', kind: 'calls', before: null, after: 45 }],
})
const answer =
  (disk: unknown = null) =>
  ({ path, body }: Asked) => {
    if (path === 'retention/preview')
      return { before: 1_900_000_000_000, rows: 1234, more: false, aDay: { rows: 10, bytes: 2048 } }
    if (path === 'retention/save') return { before: 45, asked: body }
    return retention(disk)
  }
const all = ['retention.read', 'retention.save']

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

test('days are changed after a look at what would go', async () => {
  const { asked } = await showScreen(RetentionPage, { permissions: all, answer: answer() })
  await expect.element(page.getByText('Decided here')).toBeVisible()
  await page.getByRole('button', { name: 'Change: Call log' }).click()
  await page.getByRole('textbox', { name: 'Days' }).fill('40')
  await expect.element(page.getByText(/would delete for good: 1,234/)).toBeVisible()
  await expect
    .element(page.getByText(/In the long run these days take about 80(\.0)? kB|KB|KiB/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => asked.find(({ path }) => path === 'retention/save')?.body)
    .toEqual({ kind: 'calls', days: 40 })
})

test('days out of bounds cannot be saved', async () => {
  await showScreen(RetentionPage, { permissions: all, answer: answer() })
  await page.getByRole('button', { name: 'Change: Readings' }).click()
  await page.getByRole('textbox', { name: 'Days' }).fill('91')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('who may only read sees no way to change, and who may not read sees nothing', async () => {
  await showScreen(RetentionPage, { permissions: ['retention.read'], answer: answer() })
  await expect.element(page.getByText('Decided here')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Change/ })).not.toBeInTheDocument()
  await cleanup()
  const { asked } = await showScreen(RetentionPage, { permissions: [], answer: answer() })
  await expect.element(page.getByText('Call log')).not.toBeInTheDocument()
  expect(asked).toEqual([])
})

test('the disk is foretold where the server says so', async () => {
  const disk = {
    ...{
      measuredAt: 1,
      freeBytes: 5 * 1024 ** 3,
      isKnown: true,
      daysUntilFull: 120,
      isDatabaseElsewhere: false,
    },
    kinds: [
      { kind: 'readings', bytes: 1024 ** 2, bytesPerDay: 2048, keptDays: 90 },
      { kind: 'audit', bytes: 10, bytesPerDay: null, keptDays: null },
    ],
  }
  await showScreen(RetentionPage, { permissions: all, answer: answer(disk) })
  await expect.element(page.getByText(/full in 120 days/)).toBeVisible()
  await expect.element(page.getByText('Not known yet')).toBeVisible()
  await expect.element(page.getByText('Never ends')).toBeVisible()
})

test('who decided what stands beside the days', async () => {
  await showScreen(RetentionPage, { permissions: ['retention.read'], answer: answer() })
  const lately = page.getByRole('region', { name: 'Decided lately' })
  await expect.element(lately.getByText(/Call log: as the installation → 45 days/)).toBeVisible()
  await expect.element(lately.getByText('wang')).toBeVisible()
})
