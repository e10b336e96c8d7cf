// What an address, a picture text and a series say about a device.
import { describe, expect, test } from 'vitest'
import { readDeviceSearch } from '../../../src/features/devices/device-search.ts'
import { placeOf } from '../../../src/features/devices/place.ts'
import { gapOf, limitsOf, readingOrder } from '../../../src/features/devices/vital.ts'
import { pictureOf } from '../../../src/resource/device-picture.ts'

describe('the address', () => {
  test.each([
    [{ imei: 866040053214418 }, { imei: 866040053214418 }],
    [{ imei: '86604005321441812345' }, { imei: '86604005321441812345' }],
    [{ imei: 'x' }, {}],
    [{ imei: ['866040053214418'] }, {}],
    [
      { id: 4, form: 4 },
      { id: 4, form: 4 },
    ],
    [{ id: -1 }, {}],
    [{ id: '4' }, {}],
    [{ id: 1.5 }, {}],
  ])('%j', (raw, read) => {
    expect(readDeviceSearch(raw)).toEqual(read)
  })
})

describe('the picture', () => {
  test.each([
    ['{"imgSrc":"/files/1.png"}', '/files/1.png'],
    ['{"imgSrc":"https://example.com/a.png"}', 'https://example.com/a.png'],
    ['{"imgSrc":"javascript:alert(1)"}', undefined],
    ['{"imgSrc":"//evil.example/a.png"}', undefined],
    ['{"imgSrc":"/\\\\evil.example/a.png"}', undefined],
    ['{"imgSrc":7}', undefined],
    ['null', undefined],
    ['not json', undefined],
    ['', undefined],
  ])('%s', (sku, address) => {
    expect(pictureOf(sku)).toBe(address)
  })
})

test('the telling reading comes first, battery and signal last', () => {
  expect(readingOrder('helmet', ['battery', 'altitude', 'bloodOxygen', 'heartRate', 'signal'])).toEqual([
    'heartRate',
    'bloodOxygen',
    'altitude',
    'battery',
    'signal',
  ])
  expect(readingOrder('smokeDetector', [])).toEqual([])
})

test('limits of a reading', () => {
  expect(limitsOf({ limits: { heartRate: { upper: 120 } } }, 'heartRate')).toEqual({ upper: 120 })
  expect(limitsOf(undefined, 'heartRate')).toEqual({})
  expect(limitsOf({ limits: {} }, 'steps')).toEqual({})
})

test('a gap is several times the usual pause, never under ten minutes', () => {
  const minutes = (...at: number[]) => at.map(minute => minute * 60_000)
  expect(gapOf(minutes(0, 1, 2, 3))).toBe(600_000)
  expect(gapOf(minutes(0, 60, 120, 180))).toBe(300 * 60_000)
  expect(gapOf([])).toBe(600_000)
})

test('the place is the install location, else the address', () => {
  expect(placeOf({ installLocation: 'Gate', building: '3' })).toBe('Gate')
  expect(placeOf({ building: '3', roomNo: '802' })).toBe('3, 802')
  expect(placeOf({})).toBe('')
})
