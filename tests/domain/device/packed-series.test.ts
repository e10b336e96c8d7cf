// Packed series: every value comes back exactly, a day of seconds is small and quick, broken bytes are refused.
import { expect, test } from 'vitest'
import {
  packSeries,
  packToText,
  unpackFromText,
  unpackSeries,
} from '../../../src/domain/device/packed-series.ts'

const at = 1_763_712_000_000

test.each([
  ['nothing', [], []],
  ['one value', [at], [36.6]],
  ['decimals', [at, at + 60_000, at + 120_001], [36.6, 36.55, -0.125]],
  ['the same moment twice', [at, at], [1, 2]],
  ['figures without end', [at, at + 1], [1 / 3, Math.PI * 1e9]],
  ['large counters', [at, at + 1], [99_999_999.999, 0]],
  ['zero with a sign', [at], [-0]],
])('%s', (_, times, values) => {
  const bytes = packSeries({ times, values })
  const back = unpackSeries(bytes)
  expect(back.times).toEqual(times)
  expect(back.values.map(value => (Object.is(value, -0) ? '-0' : value))).toEqual(
    values.map(value => (Object.is(value, -0) ? '-0' : value)),
  )
})

test('a day of one value a second weighs less than 300 KB', () => {
  const times = Array.from({ length: 86_400 }, (_, second) => at + second * 1000 + (second % 7))
  const values = times.map((_, second) => Math.round(800 + 90 * Math.sin(second / 900)) / 10)
  const text = packToText({ times, values })
  expect(text.length).toBeLessThan(300_000)
  expect(unpackFromText(text)).toEqual({ times, values })
})

test('broken bytes are refused and never loop', () => {
  const good = packSeries({ times: [at, at + 1000], values: [1, 2] })
  for (let length = 0; length < good.length; length++)
    expect(() => unpackSeries(good.subarray(0, length))).toThrow(RangeError)
  expect(() => unpackSeries(Uint8Array.of(1, 0, 255, 255, 255, 255, 255, 255, 255, 127))).toThrow(RangeError)
  expect(() => unpackSeries(Uint8Array.of(2, 0, 0))).toThrow(RangeError)
})
