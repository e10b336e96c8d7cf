// Axes and windows of charts: midnight on days of 23 and 25 hours, round figures, gaps, peaks in every column.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { localTime, momentOf } from '../../../src/domain/report/zone-time.ts'
import { calendarMoment, countDaysBy } from '../../../src/ui/calendar.ts'
import { spanTicks, timeTicks } from '../../../src/ui/chart/time-axis.ts'
import {
  extremesBetween,
  gapsOf,
  indexAt,
  nearestIndex,
  traceColumns,
  traceLine,
} from '../../../src/ui/chart/time-points.ts'
import { clamped, panned, SHORTEST_MS, zoomed } from '../../../src/ui/chart/time-window.ts'
import { valueScale } from '../../../src/ui/chart/value-axis.ts'

beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const at = (text: string) => new Date(text).getTime()
const HOUR = 3_600_000

describe('the time axis', () => {
  test.each([
    ['2026-03-29T00:00:00', '2026-03-30T00:00:00', ['Mar 29', '06:00', '12:00', '18:00', 'Mar 30']],
    ['2026-10-25T00:00:00', '2026-10-26T00:00:00', ['Oct 25', '06:00', '12:00', '18:00', 'Oct 26']],
    ['2026-11-21T10:00:00', '2026-11-21T10:01:00', ['10:00:00', '10:00:30', '10:01:00']],
    ['2026-10-20T12:00:00', '2026-10-30T12:00:00', ['Oct 23', 'Oct 26', 'Oct 29']],
    ['2025-12-15T00:00:00', '2026-02-15T00:00:00', ['Dec 15', 'Dec 29', 'Jan 12']],
  ])('from %s to %s', (from, to, labels) => {
    const ticks = timeTicks(at(from), at(to), 5, 'en')
    const shown = ticks.map(tick => tick.label)
    for (const label of labels) expect(shown).toContain(label)
    expect(ticks.map(tick => tick.at)).toEqual([...new Set(ticks.map(tick => tick.at))].sort((a, b) => a - b))
    expect(ticks.length).toBeLessThanOrEqual(7)
  })

  test('on the day with an hour twice the marks still rise', () => {
    const ticks = timeTicks(at('2026-10-25T00:00:00'), at('2026-10-25T06:00:00'), 8, 'en')
    expect(ticks.map(tick => tick.at)).toEqual([...ticks.map(tick => tick.at)].sort((a, b) => a - b))
    expect(ticks.map(tick => tick.label)).toContain('03:00')
  })

  test('by the days of the tenant, in the language of the reader', () => {
    const zone = 'Asia/Shanghai'
    countDaysBy({
      zone: () => zone,
      shown: moment => localTime(zone, moment),
      startOf: (year, month, day, minute) => momentOf(zone, year, month, day, minute),
    })
    onTestFinished(() => countDaysBy())
    const from = Date.UTC(2026, 10, 20, 16)
    const ticks = timeTicks(from, from + 24 * HOUR, 5, 'zh-CN')
    expect(ticks.map(tick => tick.label)).toEqual(['11月21日', '06:00', '12:00', '18:00', '11月22日'])
    expect(ticks[0]).toMatchObject({ at: from, major: true })
    expect(calendarMoment(from + 90_061_000)).toBe('2026-11-22 01:01:01')
    const months = timeTicks(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 1), 6, 'de')
    expect(months.map(tick => tick.label)).toContain('März 2026')
  })

  test('from a beginning', () => {
    expect(spanTicks(0, 24 * HOUR, 4).map(tick => tick.label)).toEqual([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
      '1·00:00',
    ])
  })
})

describe('the value axis', () => {
  test.each([
    [60, 120, 5],
    [0.01, 0.09, 5],
    [36.6, 36.6, 5],
    [0, 0, 5],
    [-12, 4, 5],
    [99_999_990, 100_000_000, 5],
  ])('from %d to %d', (low, high, most) => {
    const scale = valueScale(low, high, most)
    expect(scale.low).toBeLessThanOrEqual(low)
    expect(scale.high).toBeGreaterThanOrEqual(high)
    expect(scale.ticks.length).toBeGreaterThan(1)
    expect(scale.ticks.length).toBeLessThan(10)
    expect(new Set(scale.ticks.map(tick => tick.toFixed(scale.decimals))).size).toBe(scale.ticks.length)
  })
  test('ends where a known scale ends, and marks nothing between two values that can be', () => {
    expect(valueScale(0, 100, 6, { snug: true })).toMatchObject({ low: 0, high: 100 })
    expect(valueScale(0, 4, 8, { finest: 1, snug: true }).ticks).toEqual([0, 1, 2, 3, 4])
    expect(valueScale(97, 98, 6, { finest: 1 }).ticks).toEqual([96, 97, 98, 99])
  })
})

describe('the window', () => {
  const bounds = { from: 0, to: 100_000 }
  test('zooming keeps the moment under the pointer', () => {
    const next = zoomed(bounds, bounds, 0.5, 20_000)
    expect(next).toEqual({ from: 10_000, to: 60_000 })
    expect(zoomed(next, bounds, 1000, 20_000)).toEqual(bounds)
    expect(zoomed(bounds, bounds, 1e-9, 50_000)).toEqual({ from: 47_500, to: 52_500 })
  })
  test('it never leaves the period', () => {
    expect(panned({ from: 0, to: 10_000 }, bounds, -5_000)).toEqual({ from: 0, to: 10_000 })
    expect(panned({ from: 0, to: 10_000 }, bounds, 1e9)).toEqual({ from: 90_000, to: 100_000 })
    expect(clamped({ from: 5, to: 5 }, bounds).to - 5).toBe(SHORTEST_MS)
    expect(clamped({ from: 3, to: 4 }, { from: 0, to: 100 })).toEqual({ from: 0, to: 100 })
  })
})

describe('a line', () => {
  const draw = (times: number[], values: (number | null)[], gapMs: number, width = 100) => {
    const drawn: string[] = []
    const ys: number[] = []
    traceLine(
      { times, values },
      { from: times[0] ?? 0, to: times.at(-1) ?? 0 },
      {
        x: moment => ((moment - (times[0] ?? 0)) / ((times.at(-1) ?? 1) - (times[0] ?? 0) || 1)) * width,
        y: value => value,
      },
      gapMs,
      {
        moveTo: (_x, y) => {
          drawn.push('M')
          ys.push(y)
        },
        lineTo: (_x, y) => {
          drawn.push('L')
          ys.push(y)
        },
        dot: () => void drawn.push('o'),
      },
    )
    return { drawn: drawn.join(''), ys }
  }

  test('breaks at a gap and at a measured absence; a lonely value is a dot', () => {
    expect(draw([0, 10, 20, 200, 400, 410], [1, 2, 3, 4, 5, 6], 50).drawn).toBe('MLLMoML')
    expect(draw([0, 10, 20, 30], [1, null, 3, 4], 50).drawn.replaceAll('o', '')).toBe('MML')
  })

  test('a day of seconds needs a few points a column and keeps its peaks', () => {
    const times = Array.from({ length: 86_400 }, (_, second) => second * 1000)
    const values = times.map((_, second) => (second === 43_217 ? 500 : second % 50))
    const { drawn, ys } = draw(times, values, 1500, 1000)
    expect(drawn.length).toBeLessThan(4100)
    expect(Math.max(...ys)).toBe(500)
  })
})

test('a dense line as columns keeps its peaks, joins steep steps and breaks at gaps', () => {
  const times = Array.from({ length: 10_000 }, (_, second) => (second < 5000 ? second : second + 3000))
  const values = times.map((_, index) => (index === 1234 ? -50 : index < 2500 ? 10 : 90))
  const columns = traceColumns(
    { times, values },
    { from: 0, to: 13_000 },
    { x: at => at / 13, y: value => value },
    1500,
  )
  expect(columns.length).toBeLessThan(1010)
  expect(Math.min(...columns.map(column => column.top))).toBe(-50)
  // The step from 10 to 90 is one column from one to the other.
  expect(columns.some(({ top, bottom }) => top === 10 && bottom === 90)).toBe(true)
  const holes = columns.slice(1).filter((column, index) => column.x - (columns[index]?.x ?? 0) > 1)
  expect(holes).toHaveLength(1)
})

test('moments are found', () => {
  const times = [10, 20, 30]
  expect([indexAt(times, 5), indexAt(times, 20), indexAt(times, 31)]).toEqual([0, 1, 3])
  expect([nearestIndex(times, 24), nearestIndex(times, 26), nearestIndex([], 1)]).toEqual([1, 2, undefined])
  expect(extremesBetween({ times, values: [3, null, 9] }, 15, 40)).toEqual({ low: 9, high: 9 })
  expect(extremesBetween({ times, values: [3, 1, 9] }, 41, 50)).toBeUndefined()
  expect(gapsOf(times, 9)).toHaveLength(2)
  expect(gapsOf(times, 10)).toEqual([])
})
