// The period field: presets, typed days, a blank end, an end before the start.
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { countDaysBy } from '../../../src/ui/calendar.ts'
import { ageBy } from '../../../src/ui/clock.ts'
import { PeriodField } from '../../../src/ui/dates/period-field.tsx'
import { endOfDay, type Period, periodOfPreset, startOfMonth } from '../../../src/ui/period.ts'
import { renderUi } from '../render-ui.tsx'

const told = vi.fn<(period: Period) => void>()

// A day that none of the presets begins with, and no midnight in between.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 9, 28, 12) })
})
afterEach(() => {
  vi.useRealTimers()
  ageBy(() => Date.now())
  countDaysBy()
})

function Held({ start }: { start?: Period }) {
  const [period, setPeriod] = useState(start)
  return (
    <PeriodField
      from={period?.from}
      to={period?.to}
      onChange={next => {
        told(next)
        setPeriod(next)
      }}
    />
  )
}

test('with nothing chosen it shows this month, and a preset gives whole days', async () => {
  await renderUi(<Held />)
  await expect
    .element(page.getByRole('button', { name: 'This month' }))
    .toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '7 days' }).click()
  expect(told).toHaveBeenLastCalledWith(periodOfPreset('week', Date.now()))
  await expect.element(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true')
})

test('typed days count whole; an end before the start is told and not sent', async () => {
  const day = new Date(2026, 9, 25).getTime()
  await renderUi(<Held start={{ from: day, to: endOfDay(day) }} />)
  await page.getByLabelText('Last day').fill('2026-10-27')
  expect(told).toHaveBeenLastCalledWith({ from: day, to: endOfDay(new Date(2026, 9, 27).getTime()) })
  const calls = told.mock.calls.length
  await page.getByLabelText('Last day').fill('2026-10-20')
  await expect.element(page.getByText('The end must not be before the beginning')).toBeVisible()
  expect(told.mock.calls.length).toBe(calls)
})

test('a start that is emptied becomes the first of the month when the field is left', async () => {
  const day = new Date(2026, 0, 5).getTime()
  await renderUi(<Held start={{ from: day, to: endOfDay(Date.now()) }} />)
  const field = page.getByLabelText('First day')
  await field.fill('')
  await page.getByLabelText('Last day').click()
  await expect.poll(() => told.mock.lastCall?.[0].from).toBe(startOfMonth(Date.now()))
})

const HOUR = 3_600_000

test.each([
  ['3 h ahead', 3 * HOUR],
  ['3 h behind', -3 * HOUR],
  ['2 days ahead', 48 * HOUR],
  ['2 days behind', -48 * HOUR],
])('a device whose clock is %s still chooses the days that they are', async (_, off) => {
  // An hour before and after midnight: either way one of them is another day on the device.
  for (const real of [new Date(2026, 9, 28, 23).getTime(), new Date(2026, 9, 29, 1).getTime()]) {
    vi.setSystemTime(real + off)
    ageBy(() => real)
    const shown = await renderUi(<Held start={{ from: 1, to: 2 }} />)
    for (const [name, preset] of [
      ['Today', 'today'],
      ['7 days', 'week'],
      ['This month', 'thisMonth'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      expect(told).toHaveBeenLastCalledWith(periodOfPreset(preset, real))
    }
    await shown.unmount()
  }
})

test('where days are the viewer’s own, nothing is said of a zone', async () => {
  await renderUi(<Held />)
  await expect.element(page.getByRole('group', { name: 'Period' })).toBeVisible()
  await expect.element(page.getByText(/^Days of/)).not.toBeInTheDocument()
})

test('the zone of the days is named', async () => {
  countDaysBy({
    zone: () => 'Pacific/Chatham',
    shown: () => ({ year: 2026, month: 10, day: 28, minute: 0 }),
    startOf: (year, month, day) => Date.UTC(year, month - 1, day),
  })
  await renderUi(<Held />)
  await expect.element(page.getByText('Days of Pacific/Chatham')).toBeVisible()
})
