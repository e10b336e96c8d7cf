// What each response code of the error catalogue makes the caller do.
import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../src/contract/envelope.ts'

describe('verdictOf', () => {
  it.each([
    [0, { deliver: true, show: 'ifAsked' }],
    [200, { deliver: true, show: 'ifAsked' }],
    ['200', { deliver: true, show: 'ifAsked' }],
    [1046, { deliver: true, show: 'always' }],
    [1228, { deliver: true, show: 'never' }],
    [208, { deliver: false, show: 'never', signOut: true }],
    [1400, { deliver: false, show: 'always' }],
    ['0', { deliver: false, show: 'always' }],
    ['208', { deliver: false, show: 'always' }],
    [-1, { deliver: false, show: 'always' }],
  ])('code %j', (code, verdict) => {
    expect(verdictOf(code)).toEqual(verdict)
  })
})
