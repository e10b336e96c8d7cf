// Dates as people type them: forms, orders, digits of other scripts, zones, and what is none.
import { expect, test } from 'vitest'
import { calendarOf } from '../../../src/resource/zone.ts'
import { dayByKey, type StepRules } from '../../../src/ui/dates/day-steps.ts'
import { readDay, readMoment, readTime } from '../../../src/ui/dates/typed-date.ts'

const shanghai = calendarOf('Asia/Shanghai')
const berlin = calendarOf('Europe/Berlin')
const at = (text: string) => new Date(text).getTime()

test.each([
  ['2026-11-05', 'en'],
  ['2026-11-5', 'en'],
  ['20261105', 'en'],
  ['2026年11月5日', 'zh-CN'],
  ['2026/11/05', 'zh-CN'],
  ['٢٠٢٦-١١-٠٥', 'ar-u-nu-latn'],
  ['２０２６/１１/０５', 'zh-CN'],
  ['5.11.2026', 'de'],
  ['05.11.2026', 'en'],
  ['05/11/2026', 'fr'],
  ['11/5/2026', 'en'],
  ['05/11/2026', 'ar-u-nu-latn'],
])('%j in %s is the fifth of November', (text, locale) => {
  expect(readDay(text, locale, shanghai)).toBe(at('2026-11-04T16:00:00Z'))
})

test.each([
  '',
  '2026-02-30',
  '2026-13-01',
  '0026-01-01',
  '26-01-01',
  'soon',
  '2026',
  '2026-11',
  '1 2026-11-05',
])('%j is no day', text => {
  expect(readDay(text, 'en')).toBeUndefined()
})

test('a day is its first moment in the zone that days are counted in', () => {
  expect(readDay('2026-10-25', 'en', berlin)).toBe(at('2026-10-24T22:00:00Z'))
  expect(readDay('2026-10-26', 'en', berlin)).toBe(at('2026-10-25T23:00:00Z'))
})

test.each([
  '2026-11-22 08:05',
  '2026-11-22T8:05',
  '22.11.2026, 08:05',
  '2026年11月22日 08：05',
  ' 20261122 08:05 ',
])('%j is a moment in the zone', text => {
  expect(readMoment(text, 'de', shanghai)).toBe(at('2026-11-22T00:05:00Z'))
})

test.each(['2026-11-22', '2026-11-22 8', '2026-11-22 24:00', '2026-11-31 08:00', '08:00'])(
  '%j is no moment',
  text => {
    expect(readMoment(text, 'en', shanghai)).toBeUndefined()
  },
)

test('a time that the clocks skip is the moment they jump', () => {
  expect(readMoment('2026-03-29 02:30', 'en', berlin)).toBe(at('2026-03-29T01:00:00Z'))
})

test.each([
  ['08:30', 510],
  ['8.30', 510],
  ['0830', 510],
  ['٠٨:٣٠', 510],
  ['8', 480],
  ['00:00', 0],
  ['23:59', 1439],
  ['24:00', undefined],
  ['8:60', undefined],
  ['8:3', undefined],
  ['noon', undefined],
])('%j as a time of day', (text, minute) => {
  expect(readTime(text)).toBe(minute)
})

const rules: StepRules = { rtl: false, firstOfWeek: 1 }
const step = (key: string, day: string, more: Partial<StepRules> & { shiftKey?: boolean } = {}) =>
  dayByKey({ key, shiftKey: more.shiftKey ?? false }, day, { ...rules, ...more })

test('keys lead from day to day, over the edges of months and years', () => {
  expect(step('ArrowRight', '2026-11-30')).toBe('2026-12-01')
  expect(step('ArrowLeft', '2026-01-01')).toBe('2025-12-31')
  expect(step('ArrowUp', '2026-11-03')).toBe('2026-10-27')
  expect(step('ArrowDown', '2026-11-27')).toBe('2026-12-04')
  expect(step('PageDown', '2026-01-31')).toBe('2026-02-28')
  expect(step('PageUp', '2028-02-29', { shiftKey: true })).toBe('2027-02-28')
  expect(step('a', '2026-11-22')).toBeUndefined()
})

test('a row of days begins with the first day of the language’s week', () => {
  // A Sunday.
  expect(step('Home', '2026-11-22')).toBe('2026-11-16')
  expect(step('Home', '2026-11-22', { firstOfWeek: 0 })).toBe('2026-11-22')
  expect(step('Home', '2026-11-22', { firstOfWeek: 6 })).toBe('2026-11-21')
  expect(step('End', '2026-11-22')).toBe('2026-11-22')
})

test('from right to left the arrows follow what is seen', () => {
  expect(step('ArrowLeft', '2026-11-22', { rtl: true })).toBe('2026-11-23')
  expect(step('ArrowRight', '2026-11-22', { rtl: true })).toBe('2026-11-21')
})

test('keys stop at the limits', () => {
  expect(step('PageDown', '2026-11-20', { max: '2026-11-22' })).toBe('2026-11-22')
  expect(step('ArrowLeft', '2026-11-20', { min: '2026-11-20' })).toBe('2026-11-20')
})
