// Charts in a real browser: their figures can be heard, reached by keys, followed, and read as a table.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Bar } from '../../../src/ui/chart/bar.ts'
import { BarChart } from '../../../src/ui/chart/bar-chart.tsx'
import { HeatGrid } from '../../../src/ui/chart/heat-grid.tsx'
import type { BarSeries } from '../../../src/ui/chart/options/bars.ts'
import { ShareChart } from '../../../src/ui/chart/share-chart.tsx'
import { type SkinName, skins } from '../../../src/ui/tokens.ts'
import { renderUi, wrapUi } from '../render-ui.tsx'

const series: readonly BarSeries[] = [
  { id: 'critical', name: 'Critical', tone: 'critical' },
  { id: 'warning', name: 'Warning', tone: 'warning' },
]
const bars: readonly Bar[] = [
  { id: 'a', label: '1', title: '1 November', values: [2, 6], before: 4, href: '#/x?day=1' },
  { id: 'b', label: '2', title: '2 November', values: [0, 3], before: 12, href: '#/x?day=2' },
]
const chart = { label: 'Alarms by day', unit: 'alarms', about: 'Day', series, bars }

test('a column says its figures and leads somewhere', async () => {
  const screen = await renderUi(<BarChart {...chart} beforeName="Week before" />)
  const link = screen.getByRole('link', { name: '1 November: Critical 2, Warning 6, Week before 4' })
  await expect.element(link).toHaveAttribute('href', '#/x?day=1')
  await expect.element(screen.getByText('Week before', { exact: true }).first()).toBeVisible()
})

test('arrows walk over the columns, one tab stop for all', async () => {
  const screen = await renderUi(<BarChart {...chart} />)
  await expect.element(screen.getByRole('link').first()).toBeInTheDocument()
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: /^1 November/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('link', { name: /^2 November/ })).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(screen.getByRole('link', { name: /^1 November/ })).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByText('Figures as a table')).toHaveFocus()
})

test('in a mirrored page categories run from the right, time does not', async () => {
  const screen = await renderUi(<BarChart {...chart} />, { direction: 'rtl' })
  await expect.element(screen.getByRole('link').first()).toBeInTheDocument()
  const x = (name: RegExp) => screen.getByRole('link', { name }).element().getBoundingClientRect().left
  expect(x(/^1 Nov/)).toBeGreaterThan(x(/^2 Nov/))
  await cleanup()
  const times = await renderUi(<BarChart {...chart} time />, { direction: 'rtl' })
  await expect.element(times.getByRole('link').first()).toBeInTheDocument()
  expect(x(/^1 Nov/)).toBeLessThan(x(/^2 Nov/))
})

test('the figures are there as a table', async () => {
  const screen = await renderUi(<BarChart {...chart} layout="rows" beforeName="Week before" />)
  await screen.getByText('Figures as a table').click()
  const table = screen.getByRole('table', { name: 'Alarms by day' })
  await expect.element(table).toBeVisible()
  const texts = table
    .getByRole('row')
    .elements()
    .map(row => [...row.children].map(cell => cell.textContent))
  expect(texts).toEqual([
    ['Day', 'Critical', 'Warning', 'Week before'],
    ['1 November', '2', '6', '4'],
    ['2 November', '0', '3', '12'],
  ])
})

test('nothing is said, not drawn', async () => {
  const screen = await renderUi(<BarChart {...chart} bars={[]} />)
  await expect.element(screen.getByText('Nothing in this time')).toBeVisible()
})

test('a ring names its largest parts and sums up the rest', async () => {
  const slices = Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, name: `Kind ${at}`, value: 9 - at }))
  const screen = await renderUi(
    <ShareChart
      label="By kind"
      unit="alarms"
      about="Kind"
      slices={slices.map(s => ({ ...s, href: '#/x' }))}
    />,
  )
  await expect.element(screen.getByRole('link', { name: 'Kind 0 9 20%' })).toBeVisible()
  const items = screen.getByRole('listitem').elements()
  expect(items).toHaveLength(7)
  expect(items.at(-1)?.textContent).toContain('Others')
  expect(items.at(-1)?.textContent).toContain('6')
})

const days = ['Mon', 'Tue'].map(label => ({ id: label, label }))
const hours = Array.from({ length: 24 }, (_, at) => ({ id: `${at}`, label: `${at}`, title: `${at}:00` }))
const values = [hours.map((_, at) => at), hours.map(() => 0)]

test('a square says what it stands for; arrows walk in both directions', async () => {
  await page.viewport(1200, 700)
  const screen = await renderUi(
    <HeatGrid
      label="By weekday and hour"
      unit="alarms"
      rows={days}
      columns={hours}
      values={values}
      hrefOf={(row, column) => `#/x?${row.id}${column.id}`}
    />,
  )
  const square = screen.getByRole('link', { name: 'Mon, 23:00: 23' })
  await expect.element(square).toHaveAttribute('href', '#/x?Mon23')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.element(screen.getByRole('img', { name: 'Tue, 1:00: 0' })).toHaveFocus()
})

test('on a phone the hours go down the page', async () => {
  await page.viewport(390, 800)
  const screen = await renderUi(
    <HeatGrid label="By weekday and hour" unit="alarms" rows={days} columns={hours} values={values} />,
  )
  const top = (name: string) => screen.getByRole('img', { name }).element().getBoundingClientRect().top
  await expect.poll(() => top('Mon, 5:00: 5') - top('Mon, 4:00: 4')).toBeGreaterThan(20)
  expect(top('Tue, 5:00: 0')).toBe(top('Mon, 5:00: 5'))
})

test('the picture is drawn in the skin, anew when the skin changes, and goes with the chart', async () => {
  const content = <BarChart {...chart} />
  const screen = await renderUi(content, { skin: 'campus' })
  const svg = () => screen.container.querySelector('svg')
  const filled = (skin: SkinName) => svg()?.querySelectorAll(`path[fill="${skins[skin].critical}"]`).length
  await expect.poll(() => filled('campus')).toBe(1)
  await screen.rerender(wrapUi(content, { skin: 'blue' }))
  await expect.poll(() => filled('blue')).toBe(1)
  expect(filled('campus')).toBe(0)
  await screen.rerender(wrapUi(<p>gone</p>))
  expect(svg()).toBeNull()
})

test('a bar lies where its link is', async () => {
  const screen = await renderUi(<BarChart {...chart} />, { skin: 'campus' })
  const box = (element: Element | null | undefined) => element?.getBoundingClientRect()
  const bar = () => box(screen.container.querySelector(`path[fill="${skins.campus.critical}"]`))
  await expect.poll(bar).toBeDefined()
  const link = box(screen.getByRole('link', { name: /^1 November/ }).element())
  expect(bar()?.left).toBeGreaterThanOrEqual(link?.left ?? 0)
  expect(bar()?.right).toBeLessThanOrEqual(link?.right ?? 0)
  expect(Math.abs((bar()?.bottom ?? 0) - (link?.bottom ?? 0))).toBeLessThan(2)
})
