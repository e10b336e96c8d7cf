// Dates of an export that nobody chose: the first of the month to today, by the person's clocks.
import { expect, test } from 'vitest'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { bill } from '../../src/domain/billing/bill.ts'
import { device } from '../../src/domain/device/device.ts'
import { fenceEvent } from '../../src/domain/fence/fence.ts'
import { exportDates } from '../../src/resource/export-dates.ts'

const zone = 'Europe/Berlin'
/** 31 October, 23:30 in Berlin, the month in which the clocks were set back. */
const now = Date.UTC(2026, 9, 31, 22, 30)
const FIRST = Date.UTC(2026, 8, 30, 22)
const LAST = Date.UTC(2026, 9, 31, 23) - 1
const dates = (query: Record<string, unknown>, entity: Parameters<typeof exportDates>[0] = alarm) =>
  exportDates(entity, query, { now, zone })

test('a blank start is the first of the month, a blank end is today', () => {
  expect(dates({})).toEqual({
    query: { raisedAtFrom: FIRST, raisedAtTo: LAST },
    from: FIRST,
    to: LAST,
  })
  expect(dates({}, fenceEvent)?.query).toEqual({ atFrom: FIRST, atTo: LAST })
  expect(dates({}, bill)?.query).toEqual({ createdAtFrom: FIRST, createdAtTo: LAST })
})
test('what is chosen stays; a chosen end brings its own month', () => {
  expect(dates({ raisedAtFrom: 5, raisedAtTo: 9 })).toBeUndefined()
  expect(dates({ raisedAtFrom: 5 })?.query).toEqual({ raisedAtFrom: 5, raisedAtTo: LAST })
  const august = Date.UTC(2026, 7, 20)
  expect(dates({ raisedAtTo: august })).toMatchObject({ from: Date.UTC(2026, 6, 31, 22), to: august })
  // An end that is still to come is no reason to leave this month out.
  expect(dates({ raisedAtTo: Date.UTC(2027, 0, 5) })?.from).toBe(FIRST)
})
test('whoever chose other dates has chosen', () => {
  expect(dates({ paidAtFrom: 5 }, bill)).toBeUndefined()
})
test('rows that go by no date are exported as ever', () => {
  expect(dates({}, device)).toBeUndefined()
})
