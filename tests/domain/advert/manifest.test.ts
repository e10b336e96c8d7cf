// When windows of campaigns are open, by the clocks of the tenant.
import { expect, test } from 'vitest'
import { isOpen } from '../../../src/domain/advert/manifest.ts'

const ZONE = 'Asia/Shanghai'
const day = {
  fromOn: '2026-10-12',
  untilOn: '2026-10-16',
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 8 * 60,
  untilMinute: 20 * 60,
}
const night = { ...day, fromMinute: 22 * 60, untilMinute: 6 * 60 }
const at = (local: string) => Date.parse(`${local}:00+08:00`)

test.each([
  ['by day', day, '2026-10-12T08:00', true],
  ['a minute early', day, '2026-10-12T07:59', false],
  ['in its last minute', day, '2026-10-12T19:59', true],
  ['once it is over', day, '2026-10-12T20:00', false],
  ['on its last day', day, '2026-10-16T10:00', true],
  ['a day later', day, '2026-10-17T10:00', false],
  ['the day before', day, '2026-10-11T10:00', false],
  ['on a day of the week that is not its own', { ...day, weekdays: [1] }, '2026-10-13T10:00', false],
  ['late in the evening', night, '2026-10-12T23:30', true],
  ['past midnight, of the day before', night, '2026-10-13T05:59', true],
  ['past midnight before its first day', night, '2026-10-12T05:59', false],
  ['past midnight after its last day', night, '2026-10-17T05:59', true],
  ['past midnight on a Saturday, of its Friday', night, '2026-10-17T03:00', true],
])('%s', (_name, window, local, open) => {
  expect(isOpen(window, ZONE, at(local))).toBe(open)
})

test('past midnight of a Monday belongs to a Sunday that is not its own', () => {
  const week = { ...night, fromOn: '2026-10-01', untilOn: '2026-10-31' }
  expect(isOpen(week, ZONE, at('2026-10-12T03:00'))).toBe(false)
})
