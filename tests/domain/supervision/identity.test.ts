// ID numbers with their check digit, and what is known of a strap.
import { expect, test } from 'vitest'
import { checkSignOf, isIdNumber } from '../../../src/domain/supervision/id-number.ts'
import { strapOf } from '../../../src/domain/supervision/strap.ts'

test.each([
  ['11010519491231002X', true],
  ['440524188001010014', true],
  ['110105194912310021', false],
  ['11010519491231002x', false],
  // No such day.
  ['110105194902300023', false],
  ['1101051949123100', false],
  ['', false],
])('%s: %s', (number, valid) => {
  expect(isIdNumber(number)).toBe(valid)
})

test('a number is found wrong by each digit that is mistyped', () => {
  const digits = '11010519491231002'
  for (let at = 14; at < 17; at++)
    for (const digit of '0123456789')
      if (digit !== digits[at])
        expect(checkSignOf(`${digits.slice(0, at)}${digit}${digits.slice(at + 1)}`)).not.toBe('X')
})

test.each([
  [null, null, null, undefined],
  [1, true, 'tight', 'tight'],
  [1, true, 'loose', 'loose'],
  // What fell silent with a loose strap is still loose; with a tight one nobody knows.
  [1, false, 'loose', 'loose'],
  [1, false, 'tight', 'unknown'],
  [1, true, null, 'unknown'],
  [1, null, 'tight', 'unknown'],
] as const)('device %s, online %s, ring %s: %s', (deviceId, online, footRing, strap) => {
  expect(strapOf({ deviceId, online, footRing })).toBe(strap)
})
