// The period picker: presets, typed days, a blank end, an end before the start.
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { endOfDay, type Period, periodOfPreset, startOfMonth } from '../../src/ui/period.ts'
import { PeriodPicker } from '../../src/ui/period-picker.tsx'
import { renderUi } from './render-ui.tsx'

const told = vi.fn<(period: Period) => void>()

// A day that none of the presets begins with, and no midnight in between.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 9, 28, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

function Held({ start }: { start?: Period }) {
  const [period, setPeriod] = useState(start)
  return (
    <PeriodPicker
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
