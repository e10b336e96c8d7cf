// The form helpers of the console specification, section 5.
import { describe, expect, test } from 'vitest'
import {
  choiceProblem,
  decimalText,
  isBlank,
  isPhone,
  limitedNumber,
  limitedText,
} from '../../src/domain/text-input.ts'

describe('limited text', () => {
  test.each([
    ['abc-12 3', undefined, 'abc123'],
    ['abcdefghijklmn', undefined, 'abcdefghij'],
    ['中文a1', undefined, 'a1'],
    ['abcdef', 3, 'abc'],
    ['', undefined, ''],
  ])('%j, at most %j → %j', (typed, max, kept) => {
    expect(limitedText(typed, max)).toBe(kept)
  })
})

describe('limited number', () => {
  test.each([
    ['12345678901234', undefined, '1234567890'],
    ['-1.5e3', undefined, '153'],
    ['007', 2, '00'],
  ])('%j, at most %j → %j', (typed, max, kept) => {
    expect(limitedNumber(typed, max)).toBe(kept)
  })
})

describe('decimals', () => {
  test.each([
    ['.5', '0.5'],
    ['.', '0.'],
    ['1.239', '1.23'],
    ['1.2.3', '1.23'],
    ['a1b2', '12'],
    ['12.', '12.'],
    ['', ''],
  ])('%j → %j', (typed, kept) => {
    expect(decimalText(typed)).toBe(kept)
  })
})

test.each([
  ['13800000001', true],
  ['12800000001', false],
  ['1380000000', false],
  ['138000000011', false],
  [' 13800000001', false],
])('phone %j: %j', (text, fits) => {
  expect(isPhone(text)).toBe(fits)
})

test('a mandatory selection wants one choice and none twice', () => {
  expect(choiceProblem([])).toBe('mustChooseOne')
  expect(choiceProblem(['', null, undefined])).toBe('mustChooseOne')
  expect(choiceProblem([1, 2, 1])).toBe('duplicate')
  expect(choiceProblem([1, 2])).toBeUndefined()
  expect(choiceProblem([0])).toBeUndefined()
})

test('blank is empty text, white space, nothing, an empty list', () => {
  for (const value of ['', ' \t', null, undefined, []]) expect(isBlank(value)).toBe(true)
  for (const value of ['a', 0, false, [1]]) expect(isBlank(value)).toBe(false)
})
