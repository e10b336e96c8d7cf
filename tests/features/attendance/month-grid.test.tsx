// A month of many people in a real browser: drawn where one looks, read aloud, walked by keyboard.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { EMPTY_CELL, packCell, REST_CELL } from '../../../src/domain/attendance/cells.ts'
import { daysFrom, weekdayOf } from '../../../src/domain/attendance/local-days.ts'
import type { Month } from '../../../src/features/attendance/attendance-query.ts'
import { MonthDays } from '../../../src/features/attendance/month-days.tsx'
import { MonthGrid } from '../../../src/features/attendance/month-grid.tsx'
import { MonthPeople } from '../../../src/features/attendance/month-people.tsx'
import { Box } from '../../../src/ui/kit/parts.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

const PEOPLE = 2_000
const days = daysFrom('2026-11-01', '2026-11-30')
const pending = [false, false, false, false, false, false]
const NORMAL = packCell({ kind: 'work', states: [1, 1, 1, 1, null, null], pending }, null)
const LATE = packCell({ kind: 'work', states: [2, 1, 1, 3, null, null], pending }, null)
const SICK = packCell({ kind: 'work', states: [null, null, null, null, null, null], pending }, 'sick')

const cellOn = (person: number, day: string) => {
  if (day > '2026-11-24') return EMPTY_CELL
  if (weekdayOf(day) === 7) return REST_CELL
  if (person === 0 && day === '2026-11-03') return LATE
  return person === 0 && day === '2026-11-04' ? SICK : NORMAL
}
const people: Month['people'] = Array.from({ length: PEOPLE }, (_, at) => ({
  workerId: at + 1,
  name: `Hand ${String(at).padStart(4, '0')}`,
  trade: 'Mason',
  departmentName: null,
  cells: days.map(day => cellOn(at, day)).join(''),
  worth: 20,
  late: at === 0 ? 1 : 0,
  early: at === 0 ? 1 : 0,
  absent: 0,
  waiting: 0,
}))
const month: Month = {
  month: '2026-11',
  today: '2026-11-24',
  closed: false,
  days: days.map(day => ({ day, exception: null, week: 'big' })),
  people,
}

beforeEach(() => page.viewport(1180, 820))
afterEach(cleanup)

const show = async (direction: 'ltr' | 'rtl' = 'ltr') => {
  const onChoose = vi.fn()
  await renderUi(
    <Box h={600} stack>
      <MonthGrid month={month} people={people} chosen={undefined} onChoose={onChoose} />
    </Box>,
    { direction },
  )
  const grid = page.getByRole('grid')
  await expect.element(grid).toBeVisible()
  return { onChoose, grid }
}
const activeIn = (grid: Element) => {
  const id = grid.getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)
}

describe('the grid', () => {
  test('draws some of thousands, and says how many there are', async () => {
    const { grid } = await show()
    await expect.poll(() => grid.element().querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(0)
    expect(grid.element().querySelectorAll('[role="rowheader"]').length).toBeLessThan(60)
    await expect.element(grid).toHaveAttribute('aria-rowcount', String(PEOPLE + 1))
  })

  test('says a day in words: states, leave, rest', async () => {
    await show()
    const cell = (label: RegExp) => page.getByRole('gridcell', { name: label }).first()
    await expect.element(cell(/^2026-11-03: .*Late.*Left early/)).toBeInTheDocument()
    await expect.element(cell(/^2026-11-04: Sick/)).toBeInTheDocument()
    await expect.element(cell(/^2026-11-08: Rest day$/)).toBeInTheDocument()
  })

  test('arrows walk through days and people, Enter opens one', async () => {
    const { grid, onChoose } = await show()
    grid.element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}')
    expect(onChoose).toHaveBeenLastCalledWith({ workerId: 2, day: '2026-11-03' })
    await userEvent.keyboard('{End}{PageDown}')
    await expect.poll(() => activeIn(grid.element())?.getAttribute('aria-label')).toMatch(/^2026-11-30/)
  })

  test('in a language that runs to the left the left arrow goes on', async () => {
    const { grid, onChoose } = await show('rtl')
    grid.element().focus()
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    expect(onChoose).toHaveBeenLastCalledWith({ workerId: 1, day: '2026-11-02' })
  })

  test('a press opens what is pressed', async () => {
    const { onChoose } = await show()
    await page.getByRole('gridcell', { name: /^2026-11-03: .*Late/ }).click()
    expect(onChoose).toHaveBeenLastCalledWith({ workerId: 1, day: '2026-11-03' })
  })
})

test('a phone lists a hundred people first, and more when asked', async () => {
  await page.viewport(390, 844)
  const onOpen = vi.fn()
  await renderUi(<MonthPeople people={people} onOpen={onOpen} />)
  await expect.element(page.getByText('Hand 0099')).toBeInTheDocument()
  expect(page.getByRole('listitem').elements()).toHaveLength(100)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('Hand 0199')).toBeInTheDocument()
  await page.getByRole('button', { name: /Hand 0000/ }).click()
  expect(onOpen).toHaveBeenCalledWith(1)
})

test('an own month begins with today and names what went wrong', async () => {
  await page.viewport(390, 844)
  const onChoose = vi.fn()
  const [first] = people
  await renderUi(<MonthDays month={month} cells={first?.cells ?? ''} onChoose={onChoose} />)
  const lines = page.getByRole('listitem')
  await expect.poll(() => lines.elements()[0]?.textContent).toContain('24')
  expect(lines.elements()).toHaveLength(24)
  await page.getByRole('button', { name: /Late/ }).click()
  expect(onChoose).toHaveBeenCalledWith('2026-11-03')
})
