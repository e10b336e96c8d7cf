// The chart over time in a real browser: what it says, and that wheel, drag, fingers and keys zoom and pan it.
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TimeChart, type TimeChartProps } from '../../../src/ui/chart/time-chart.tsx'
import type { TimeSeries } from '../../../src/ui/chart/time-chart-model.ts'
import type { TimeWindow } from '../../../src/ui/chart/time-window.ts'
import { renderUi } from '../render-ui.tsx'

const HOUR = 3_600_000
const from = new Date(2026, 10, 20).getTime()
const to = from + 24 * HOUR
const minutes = Array.from({ length: 1440 }, (_, minute) => minute)

const pulse: TimeSeries = {
  id: 'pulse',
  name: 'Heart rate',
  unit: 'bpm',
  tone: 'accent',
  // Silent from 6 to 8.
  times: minutes.filter(minute => minute < 360 || minute >= 480).map(minute => from + minute * 60_000),
  values: minutes
    .filter(minute => minute < 360 || minute >= 480)
    .map(minute => (minute === 700 ? 140 : 70 + (minute % 20))),
  gapMs: 90_000,
  decimals: 0,
  limits: { lower: 45, upper: 120 },
}

beforeEach(() => page.viewport(1000, 700))

const windows = vi.fn<(window: TimeWindow) => void>()

async function show(more: Partial<TimeChartProps> = {}, options = {}) {
  windows.mockClear()
  const screen = await renderUi(
    <div style={{ inlineSize: 900 }}>
      <TimeChart
        label="Heart rate of Li Wei"
        series={[pulse]}
        from={from}
        to={to}
        onWindow={windows}
        {...more}
      />
    </div>,
    options,
  )
  const chart = screen.getByRole('application')
  await expect.element(chart).toBeVisible()
  await expect.poll(() => painted(screen.container.querySelector('canvas'))).toBeGreaterThan(500)
  return { screen, chart, frame: chart.element() as HTMLElement }
}

/** How many pixels are not empty. */
function painted(canvas: HTMLCanvasElement | null): number {
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  let count = 0
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) count++
  return count
}

const lastWindow = () => windows.mock.lastCall?.[0]
const length = () => {
  const window = lastWindow()
  return window ? window.to - window.from : 0
}

test('it says its figures and its gaps to who does not see it', async () => {
  const { screen } = await show()
  await expect
    .element(screen.getByText(/Heart rate: lowest 70, highest 140, last 89 bpm at .*\. Gaps: 1/))
    .toBeInTheDocument()
})

test('the wheel zooms around the pointer, and at the widest leaves the page to scroll', async () => {
  const { frame } = await show()
  const box = frame.getBoundingClientRect()
  const wheel = (deltaY: number) => {
    const event = new WheelEvent('wheel', {
      deltaY,
      clientX: box.left + box.width / 2,
      clientY: box.top + 50,
      bubbles: true,
      cancelable: true,
    })
    frame.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(wheel(200)).toBe(false)
  expect(wheel(-400)).toBe(true)
  await expect.poll(length).toBeGreaterThan(1)
  expect(length()).toBeLessThan(20 * HOUR)
  const zoomedIn = lastWindow()
  expect(Math.abs(((zoomedIn?.from ?? 0) + (zoomedIn?.to ?? 0)) / 2 - (from + 12 * HOUR))).toBeLessThan(HOUR)
})

test('dragging pans what is zoomed, never out of the period', async () => {
  const { chart, frame } = await show()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(length).toBe(12 * HOUR)
  const box = frame.getBoundingClientRect()
  const pointer = (type: string, x: number, id = 1) =>
    frame.dispatchEvent(
      new PointerEvent(type, {
        pointerId: id,
        button: 0,
        clientX: box.left + x,
        clientY: box.top + 60,
        bubbles: true,
        pointerType: 'touch',
      }),
    )
  frame.setPointerCapture = () => {}
  pointer('pointerdown', 500)
  for (let x = 480; x >= 100; x -= 20) pointer('pointermove', x)
  pointer('pointerup', 100)
  await expect.poll(() => lastWindow()?.from).toBeGreaterThan(from + 6 * HOUR)
  expect(length()).toBe(12 * HOUR)
  pointer('pointerdown', 100)
  pointer('pointermove', 4000)
  pointer('pointerup', 4000)
  await expect.poll(() => lastWindow()?.from).toBe(from)
  await expect.element(chart).toHaveAttribute('data-from', String(from))
})

test('two fingers zoom', async () => {
  const { frame } = await show()
  const box = frame.getBoundingClientRect()
  frame.setPointerCapture = () => {}
  const pointer = (type: string, id: number, x: number) =>
    frame.dispatchEvent(
      new PointerEvent(type, {
        pointerId: id,
        button: 0,
        clientX: box.left + x,
        clientY: box.top + 60,
        bubbles: true,
        pointerType: 'touch',
      }),
    )
  pointer('pointerdown', 1, 400)
  pointer('pointerdown', 2, 500)
  for (let step = 1; step <= 10; step++) {
    pointer('pointermove', 1, 400 - step * 10)
    pointer('pointermove', 2, 500 + step * 10)
  }
  pointer('pointerup', 1, 300)
  pointer('pointerup', 2, 600)
  await expect.poll(length).toBeGreaterThan(6 * HOUR)
  expect(length()).toBeLessThan(10 * HOUR)
})

test('keys move the crosshair, zoom and go back', async () => {
  const { chart, screen } = await show()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(screen.getByText('89 bpm')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(screen.getByText('88 bpm')).toBeVisible()
  await userEvent.keyboard('++')
  // Twice as far in.
  await expect.poll(length).toBeCloseTo(24 * 0.6 ** 2 * HOUR)
  const end = lastWindow()?.to
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => lastWindow()?.to).toBeLessThan(end ?? 0)
  await userEvent.keyboard('0')
  await expect.poll(length).toBe(24 * HOUR)
})

test('marks stand on the axis and open what they are; close ones share a place', async () => {
  const onMark = vi.fn()
  const mark = (id: string, at: number) => ({ id, at, tone: 'critical' as const, label: `Alarm ${id}` })
  await show({
    marks: [mark('a', from + 2 * HOUR), mark('b', from + 2 * HOUR + 1000), mark('c', from + 20 * HOUR)],
    onMark,
  })
  await page.getByRole('button', { name: 'Alarm c' }).click()
  expect(onMark).toHaveBeenCalledWith('c')
  await expect.element(page.getByRole('button', { name: 'Alarm a, and 1 more' })).toBeVisible()
})

test('the table has the figures of what is looked at, and says what is beyond a limit', async () => {
  const { screen } = await show()
  await page.getByRole('button', { name: 'Figures as a table' }).click()
  const table = screen.getByRole('table')
  await expect.element(table).toBeVisible()
  await expect.element(screen.getByText(/The newest 400 of 1320 values/)).toBeVisible()
  expect(table.element().querySelectorAll('tbody tr').length).toBe(400)
})

test.each([
  ['blue', 'ltr'],
  ['campus', 'rtl'],
] as const)('in %s and %s time runs from left to right', async (skin, direction) => {
  const { frame } = await show({}, { skin, direction })
  expect(getComputedStyle(frame).direction).toBe('ltr')
})

test('no values, one value and values of the future do not break it', async () => {
  const screen = await renderUi(
    <div style={{ inlineSize: 900 }}>
      <TimeChart label="Empty" series={[{ ...pulse, times: [], values: [] }]} from={from} to={to} />
      <TimeChart
        label="One"
        series={[{ ...pulse, times: [to + HOUR], values: [70] }]}
        from={from}
        to={from}
      />
    </div>,
  )
  await expect.element(screen.getByText(/Empty\. Heart rate: no readings/)).toBeInTheDocument()
  await expect.element(screen.getByRole('application', { name: 'One' })).toBeVisible()
})
