// Periods of days: presets, blank ends, days of 23 and 25 hours.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endOfDay, periodBefore, periodOfPreset, startOfDay, wholePeriod } from '../../src/ui/period.ts'

beforeAll(() => {
  // Clocks go forward on 2026-03-29 and back on 2026-10-25.
  vi.stubEnv('TZ', 'Europe/Berlin')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const at = (text: string) => new Date(text).getTime()
const HOUR = 3_600_000

test('days begin and end in the zone, also when they have 23 or 25 hours', () => {
  const length = (day: string) => endOfDay(at(day)) + 1 - startOfDay(at(day))
  expect(length('2026-03-29T12:00:00')).toBe(23 * HOUR)
  expect(length('2026-10-25T12:00:00')).toBe(25 * HOUR)
  expect(length('2026-11-21T00:00:00')).toBe(24 * HOUR)
})

test('presets are whole days', () => {
  const now = at('2026-03-30T00:00:01')
  expect(periodOfPreset('today', now)).toEqual({
    from: at('2026-03-30T00:00:00'),
    to: at('2026-03-31T00:00:00') - 1,
  })
  expect(periodOfPreset('yesterday', now).from).toBe(at('2026-03-29T00:00:00'))
  expect(periodOfPreset('week', now).from).toBe(at('2026-03-24T00:00:00'))
  expect(periodOfPreset('lastMonth', now)).toEqual({
    from: at('2026-02-01T00:00:00'),
    to: at('2026-03-01T00:00:00') - 1,
  })
})

test('a blank start is the first of the month, a blank end is today', () => {
  const now = at('2026-11-21T16:00:00')
  expect(wholePeriod(undefined, undefined, now)).toEqual({
    from: at('2026-11-01T00:00:00'),
    to: at('2026-11-22T00:00:00') - 1,
  })
  expect(wholePeriod(5, 6, now)).toEqual({ from: 5, to: 6 })
})

test('the period before has as many days, or as many milliseconds', () => {
  const day = { from: at('2026-03-30T00:00:00'), to: at('2026-03-31T00:00:00') - 1 }
  expect(periodBefore(day)).toEqual({ from: at('2026-03-29T00:00:00'), to: day.from - 1 })
  expect(periodBefore({ from: 1000, to: 1999 })).toEqual({ from: 0, to: 999 })
})
