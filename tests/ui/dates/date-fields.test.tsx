// Fields of days, moments and times: typed, picked, by keyboard, in the language and the zone, with what cannot be.

import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calendarOf } from '../../../src/resource/zone.ts'
import { countDaysBy } from '../../../src/ui/calendar.ts'
import { DayField } from '../../../src/ui/dates/day-field.tsx'
import { MomentField } from '../../../src/ui/dates/moment-field.tsx'
import { TimeField } from '../../../src/ui/dates/time-field.tsx'
import { renderUi } from '../render-ui.tsx'

const told = vi.fn<(value: number | undefined) => void>()
const badly = vi.fn<(text: string) => void>()
const at = (text: string) => new Date(text).getTime()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-22T12:00:00Z') })
  countDaysBy(calendarOf('Asia/Shanghai'))
  told.mockClear()
  badly.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  countDaysBy()
})

interface HeldProps {
  of: 'day' | 'moment' | 'time'
  start?: number
  min?: number
  max?: number
}

function Held({ of, start, ...limits }: HeldProps) {
  const [value, setValue] = useState(start)
  const Field = of === 'day' ? DayField : of === 'moment' ? MomentField : TimeField
  return (
    <Field
      label="When"
      value={value}
      {...limits}
      onBad={badly}
      onChange={next => {
        told(next)
        setValue(next)
      }}
    />
  )
}

const field = () => page.getByLabelText('When', { exact: true })
const open = () => page.getByRole('button', { name: 'Pick' }).click()
const days = () => page.getByRole('dialog').getByRole('table')

test('a day typed in another form counts when the field is left, and is shown in the one form', async () => {
  await renderUi(<Held of="day" />)
  await field().fill('22.11.2026')
  expect(told).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(told).toHaveBeenLastCalledWith(at('2026-11-21T16:00:00Z'))
  await expect.element(field()).toHaveValue('2026-11-22')
})

test('what is no day is told and kept; nothing is sent for it', async () => {
  await renderUi(<Held of="day" start={at('2026-11-21T16:00:00Z')} />)
  await field().fill('2026-02-30')
  await userEvent.tab()
  await expect.element(page.getByText('Write the day as year, month and day: 2026-11-22')).toBeVisible()
  await expect.element(field()).toHaveValue('2026-02-30')
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  expect(badly).toHaveBeenLastCalledWith('2026-02-30')
  expect(told).not.toHaveBeenCalled()
})

test('a day beyond the limits is told with the limit, and cannot be picked', async () => {
  await renderUi(<Held of="day" max={at('2026-11-22T12:00:00Z')} />)
  await field().fill('2026-11-23')
  await userEvent.tab()
  await expect.element(page.getByText('Not after 2026-11-22')).toBeVisible()
  expect(told).not.toHaveBeenCalled()
  await open()
  await expect.element(days().getByRole('button', { name: 'Monday, November 23, 2026' })).toBeDisabled()
  await expect.element(days().getByRole('button', { name: 'Sunday, November 22, 2026' })).toBeEnabled()
})

test('a day is picked by keyboard, over the edge of the month, and the button has the focus again', async () => {
  await renderUi(<Held of="day" start={at('2026-11-29T16:00:00Z')} />)
  page.getByRole('button', { name: 'Pick' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(days().getByRole('button', { name: 'Monday, November 30, 2026' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(days().getByRole('button', { name: 'Tuesday, December 1, 2026' })).toHaveFocus()
  await userEvent.keyboard('{PageDown}')
  await expect.element(days().getByRole('button', { name: 'Friday, January 1, 2027' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(told).toHaveBeenLastCalledWith(at('2026-12-31T16:00:00Z'))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Pick' })).toHaveFocus()
})

test('today is the tenant’s, wherever the browser is', async () => {
  vi.setSystemTime(at('2026-11-22T17:00:00Z'))
  await renderUi(<Held of="day" />)
  await open()
  await expect
    .element(days().getByRole('button', { name: 'Monday, November 23, 2026' }))
    .toHaveAttribute('aria-current', 'date')
})

test.each([
  ['cn', '2026年11月', '一', '2026年11月22日星期日'],
  ['en', 'November 2026', 'Su', 'Sunday, November 22, 2026'],
  ['es', 'noviembre de 2026', 'lu', 'domingo, 22 de noviembre de 2026'],
  ['fr', 'novembre 2026', 'lu', 'dimanche 22 novembre 2026'],
  ['de', 'November 2026', 'Mo', 'Sonntag, 22. November 2026'],
  ['ru', 'ноябрь 2026 г.', 'пн', 'воскресенье, 22 ноября 2026 г.'],
  ['ar', 'نوفمبر 2026', 'س', 'الأحد، 22 نوفمبر 2026'],
])(
  'the calendar speaks %s: its month, the first day of its week, its days',
  async (language, month, first, day) => {
    await renderUi(<Held of="day" start={at('2026-11-22T00:00:00Z')} />, {
      language,
      direction: language === 'ar' ? 'rtl' : 'ltr',
    })
    await open()
    await expect.element(page.getByText(month)).toBeVisible()
    expect(days().element().querySelector('th')?.textContent).toBe(first)
    await expect.element(days().getByRole('button', { name: day, exact: true })).toHaveFocus()
  },
)

test('a moment is typed in the tenant’s zone, and the zone is named', async () => {
  await renderUi(<Held of="moment" />)
  await expect.element(page.getByText('Time of Asia/Shanghai')).toBeVisible()
  await field().fill('2026-11-22 08:30')
  expect(told).toHaveBeenLastCalledWith(at('2026-11-22T00:30:00Z'))
  await field().fill('2026-11-22')
  await userEvent.tab()
  await expect.element(page.getByText('Write day and time like this: 2026-11-22 08:30')).toBeVisible()
})

test('a moment is picked: a day keeps the time, a time keeps the day', async () => {
  await renderUi(<Held of="moment" start={at('2026-11-22T00:30:00Z')} />)
  await open()
  await days().getByRole('button', { name: 'Friday, November 20, 2026' }).click()
  expect(told).toHaveBeenLastCalledWith(at('2026-11-20T00:30:00Z'))
  await page.getByRole('spinbutton', { name: 'Hours' }).click()
  await userEvent.keyboard('2145')
  expect(told).toHaveBeenLastCalledWith(at('2026-11-20T13:45:00Z'))
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(field()).toHaveValue('2026-11-20 21:45')
})

test('a time of day is typed short or picked', async () => {
  await renderUi(<Held of="time" start={480} />)
  await field().fill('8.45')
  await userEvent.keyboard('{Enter}')
  expect(told).toHaveBeenLastCalledWith(525)
  await expect.element(field()).toHaveValue('08:45')
  await open()
  await page.getByRole('dialog').getByRole('button', { name: '17:30' }).click()
  expect(told).toHaveBeenLastCalledWith(1050)
  await field().fill('25:00')
  await userEvent.tab()
  await expect.element(page.getByText('Write the time as hours and minutes: 08:30')).toBeVisible()
})

test('emptied it is nothing', async () => {
  await renderUi(<Held of="moment" start={at('2026-11-22T00:30:00Z')} />)
  await field().fill('')
  expect(told).toHaveBeenLastCalledWith(undefined)
  await expect.element(field()).toHaveValue('')
})
