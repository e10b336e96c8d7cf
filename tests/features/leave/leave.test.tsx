// Leave in a real browser: who is away this week, what is left, and how long a request is while it is written.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { dayAfter, weekdayOf } from '../../../src/domain/leave/leave-days.ts'
import { AwayStrip } from '../../../src/features/leave/away-strip.tsx'
import { BalanceList } from '../../../src/features/leave/balance-list.tsx'
import { awayOptions, balanceOptions } from '../../../src/features/leave/leave-query.ts'
import { LeaveSum } from '../../../src/features/leave/leave-sum.tsx'
import { serverNow } from '../../../src/platform/server-clock.ts'
import { tenantCalendar } from '../../../src/resource/zone.ts'
import { dayText } from '../../../src/ui/calendar.ts'
import { renderUi } from '../../ui/render-ui.tsx'

let client: QueryClient
beforeEach(async () => {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  await page.viewport(1024, 800)
})
afterEach(() => cleanup())

const show = (content: ReactNode) =>
  renderUi(<QueryClientProvider client={client}>{content}</QueryClientProvider>)

const today = () => dayText(serverNow(), tenantCalendar)

test('who is away stands with their days, and opens their request', async () => {
  const monday = dayAfter(today(), 1 - weekdayOf(today()))
  const of = (
    requestId: number,
    workerName: string,
    half: 'whole' | 'pm',
    state: 'approved' | 'pending',
  ) => ({
    ...{ requestId, workerId: requestId, workerName, kind: 'sick' as const, state },
    days: [{ day: dayAfter(monday, requestId), half }],
  })
  client.setQueryData(awayOptions(monday, dayAfter(monday, 6)).queryKey, [
    of(1, 'Wang', 'whole', 'approved'),
    of(2, 'Li', 'pm', 'pending'),
  ])
  client.setQueryData(awayOptions(dayAfter(monday, 7), dayAfter(monday, 13)).queryKey, [])
  const onOpen = vi.fn()
  await show(<AwayStrip onOpen={onOpen} />)
  const row = page.getByRole('row', { name: /Wang/ })
  await expect.element(row.getByText('Sick leave')).toBeVisible()
  const asked = page.getByRole('row', { name: /Li/ }).getByText(/Sick leave · /)
  await expect.element(asked).toHaveAttribute('data-asked', 'true')
  await page.getByRole('button', { name: 'Li' }).click()
  expect(onOpen).toHaveBeenCalledWith(2)
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect.element(page.getByText('Nobody is away in this week.')).toBeVisible()
})

const kinds = (asked: number) => ({
  ...{ workerId: 7, workerName: 'Wang' },
  kinds: [
    { kind: 'personal' as const, balanceDays: 5, approvedHalves: 3, askedHalves: asked },
    { kind: 'sick' as const, balanceDays: null, approvedHalves: 2, askedHalves: 0 },
    { kind: 'marriage' as const, balanceDays: null, approvedHalves: 0, askedHalves: 0 },
  ],
})

test('a balance says what is left and what waits; a kind that nobody took is not listed', async () => {
  client.setQueryData(balanceOptions(7).queryKey, kinds(2))
  await show(<BalanceList workerId={7} />)
  await expect.element(page.getByText(/2\.5 days left of/)).toBeVisible()
  await expect.element(page.getByText(/1 day waiting/)).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(2)
})

test('while a request is written it says how long it is, and what is left of its kind', async () => {
  client.setQueryData(balanceOptions(7).queryKey, kinds(0))
  const values = {
    ...{ workerId: 7, kind: 'personal', fromDay: '2026-12-01', fromHalf: 'pm' },
    ...{ untilDay: '2026-12-03', untilHalf: 'pm' },
  }
  await show(<LeaveSum values={values} />)
  await expect.element(page.getByText(/2\.5 days on the calendar/)).toBeVisible()
  await expect.element(page.getByText(/3\.5 days of this kind left/)).toBeVisible()
})
