// Codes as people type them.
import { expect, test } from 'vitest'
import { appCode, factorCode, readFactorCode } from '../../../src/domain/access/second-factor.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['１２３４５６', { kind: 'app', code: '123456' }],
  ['abcd-efgh-jkmn-2345', { kind: 'recovery', code: 'abcd-efgh-jkmn-2345' }],
  ['ABCD EFGH JKMN 2345', { kind: 'recovery', code: 'abcd-efgh-jkmn-2345' }],
  ['abcdefghjkmn2345', { kind: 'recovery', code: 'abcd-efgh-jkmn-2345' }],
])('%s is read', (typed, read) => {
  expect(readFactorCode(typed)).toEqual(read)
  expect(factorCode.safeParse(typed).success).toBe(true)
})

test.each(['', '12345', '1234567', 'abcd-efgh-jkmn', 'abcd-efgh-jkmn-l0il', '12345a'])(
  '%s is no code',
  typed => {
    expect(readFactorCode(typed)).toBeUndefined()
    expect(factorCode.safeParse(typed).success).toBe(false)
  },
)

test('a recovery code proves no app', () => {
  expect(appCode.safeParse('abcd-efgh-jkmn-2345').success).toBe(false)
  expect(appCode.safeParse('123 456').success).toBe(true)
})
