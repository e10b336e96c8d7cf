// What the address of a call between people means for the one who opens it.
import { expect, test } from 'vitest'
import { readDirectPurpose } from '../../../src/features/intercom/direct-search.ts'

const ME = 7

test.each([
  ['nothing', {}, { to: 'choose' }],
  ['only me as the caller', { caller: 7 }, { to: 'choose' }],
  ['another as the callee', { callee: 9 }, { to: 'call', userId: 9, ask: true }],
  ['me calling another', { caller: 7, callee: 9 }, { to: 'call', userId: 9, ask: false }],
  ['texts of digits', { caller: '7', callee: '9' }, { to: 'call', userId: 9, ask: false }],
  ['another calling me, the call long over', { caller: 9, callee: 7 }, { to: 'call', userId: 9, ask: true }],
  ['another as the caller', { caller: 9 }, { to: 'call', userId: 9, ask: true }],
  ['a call that rings', { caller: 9, callee: 7, callId: 3 }, { to: 'answer', callId: 3, userId: 9 }],
  ['a call without names', { callId: '3' }, { to: 'answer', callId: 3, userId: undefined }],
  ['two others', { caller: 8, callee: 9 }, { to: 'refuse', why: 'others' }],
  ['a call of two others', { caller: 8, callee: 9, callId: 3 }, { to: 'refuse', why: 'others' }],
  ['me and me', { caller: 7, callee: 7 }, { to: 'refuse', why: 'self' }],
  ['me as the callee', { callee: 7 }, { to: 'refuse', why: 'self' }],
  ['what is no id', { caller: 'x', callee: -4, callId: 1.5 }, { to: 'choose' }],
  ['what is far too long', { callee: '99999999999999999999' }, { to: 'choose' }],
  ['a list', { callee: [9] }, { to: 'choose' }],
] as const)('%s', (_, address, purpose) => {
  expect(readDirectPurpose(address, ME)).toEqual(purpose)
})
