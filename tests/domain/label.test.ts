// Codes of labels: how they are made, and found in what a scanner read.
import { expect, test } from 'vitest'
import { labelAddress, labelCodeIn, newLabelCode } from '../../src/domain/label.ts'

const counting = () => {
  let next = 0
  return (below: number) => next++ % below
}

test('a new code has eight signs, none of which is taken for another', () => {
  const code = newLabelCode(counting())
  expect(code).toBe('GH-23456789')
  for (let at = 0; at < 40; at++) expect(newLabelCode(() => at % 31)).not.toMatch(/[01ILO]/)
})

test.each([
  [labelAddress('https://console.example', 'GH-23456789'), 'GH-23456789'],
  ['GH-ABCDEFGH', 'GH-ABCDEFGH'],
  [' gh-abcdefgh\n', 'GH-ABCDEFGH'],
  ['ghABCDEFGH', 'GH-ABCDEFGH'],
  ['https://other.example/?q=GH-ABCDEFGHJ', undefined],
  ['XGH-ABCDEFGH', undefined],
  ['GH-ABCDEFG0', undefined],
  ['866123456789012', undefined],
  ['', undefined],
])('in %j the code %j is found', (text, code) => expect(labelCodeIn(text)).toBe(code))
