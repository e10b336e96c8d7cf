// Codes of authenticator apps against the examples of the standard.
import { describe, expect, test } from 'vitest'
import { openSecret, sealSecret } from '../../../../server/modules/session/authenticator.ts'
import { appAddress, base32, codeOfStep, stepAt, stepOf } from '../../../../server/modules/session/totp.ts'

/** RFC 6238, appendix B: the last six of the eight digits given there. */
const SECRET = Buffer.from('12345678901234567890')

describe('RFC 6238', () => {
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s the code is %s', (seconds, code) => {
    expect(codeOfStep(SECRET, stepAt(seconds * 1000))).toBe(code)
    expect(stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })
})

test('a clock may be one step off, and not two', () => {
  const now = 1_234_567_890_000
  const code = codeOfStep(SECRET, stepAt(now))
  expect(stepOf(SECRET, code, now + 30_000)).toBe(stepAt(now))
  expect(stepOf(SECRET, code, now - 30_000)).toBe(stepAt(now))
  expect(stepOf(SECRET, code, now + 60_000)).toBeUndefined()
  expect(stepOf(SECRET, code, now - 60_000)).toBeUndefined()
  expect(stepOf(SECRET, '00592', now)).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %s is %s', (text, code) => expect(base32(Buffer.from(text))).toBe(code))

test('an app reads name, account and secret from the picture, whatever is in them', () => {
  const address = new URL(appAddress(SECRET, 'Green: Park & 园区', 'li.na@home'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toMatch(/Green {2}Park & 园区:li\.na@home$/)
  expect(address.searchParams.get('issuer')).toBe('Green: Park & 园区')
  expect(address.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(address.href).not.toContain('+')
})

test('a sealed secret opens for its own person, unchanged and with its own key only', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealed = sealSecret(key, SECRET, 7)
  expect(sealed.includes(SECRET)).toBe(false)
  expect(openSecret(key, sealed, 7)).toEqual(SECRET)
  expect(openSecret(key, sealed, 8)).toBeUndefined()
  expect(openSecret(other, sealed, 7)).toBeUndefined()
  sealed.writeUInt8(sealed.readUInt8(20) ^ 1, 20)
  expect(openSecret(key, sealed, 7)).toBeUndefined()
  expect(openSecret(key, Buffer.alloc(3), 7)).toBeUndefined()
})
