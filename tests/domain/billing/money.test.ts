// Yuan in a field, fen on the wire: exact both ways. And what is said of a card beyond its state.
import { describe, expect, test } from 'vitest'
import { fenOf, yuanOf } from '../../../src/domain/billing/money.ts'
import { differenceOf, fullnessOf, silenceOf } from '../../../src/domain/billing/sim-card-standing.ts'

test.each([
  ['0.29', 29],
  ['1.1', 110],
  ['19.99', 1999],
  ['4.35', 435],
  ['1.', 100],
  ['999999999.99', 99_999_999_999],
])('%s yuan are %i fen', (yuan, fen) => {
  expect(fenOf(yuan)).toBe(fen)
})

test.each(['', '.5', '1.234', '-1', '1e3', '1,5', ' ', '￥1'])('"%s" is no amount', text => {
  expect(fenOf(text)).toBeUndefined()
})

test('every fen survives the way to the field and back', () => {
  for (let fen = 0; fen < 20_000; fen += 7) expect(fenOf(yuanOf(fen))).toBe(fen)
  expect(yuanOf(-5)).toBe('-0.05')
})

const card = {
  state: 'liveActive',
  intent: 'active',
  orderState: 'none',
  orderReason: null,
} as const

describe('platform against carrier', () => {
  test.each([
    [{}, undefined],
    [{ intent: 'suspended', orderState: 'waiting' }, 'suspending'],
    [{ intent: 'suspended', orderState: 'waiting', state: 'shutdownInProgress' }, 'shuttingDown'],
    [{ intent: 'suspended', state: 'stopped' }, undefined],
    [{ intent: 'suspended', orderState: 'failed' }, 'suspendRefused'],
    [{ intent: 'suspended' }, 'activeThere'],
    [{ orderState: 'waiting', state: 'stopped' }, 'resuming'],
    [{ orderState: 'waiting', state: 'resuming' }, 'comingBack'],
    [{ orderState: 'failed', state: 'stopped' }, 'resumeRefused'],
    [{ state: 'stopped' }, 'stoppedThere'],
    [{ orderReason: 'unknownCard' }, 'unknownThere'],
    [{ intent: 'suspended', state: 'disassembled', orderState: 'failed' }, undefined],
  ] as const)('%j: %s', (more, difference) => {
    expect(differenceOf({ ...card, ...more })).toBe(difference)
  })
})

test('a silent card has a likeliest reason', () => {
  const silent = {
    iccid: 'A',
    toldIccid: null,
    deviceState: 'offline',
    deviceHeardAt: 1,
    usedMegabytes: 1,
    quotaMegabytes: 10,
    packageId: 1,
  } as const
  expect(silenceOf(silent)).toBe('deviceOff')
  expect(silenceOf({ ...silent, toldIccid: 'B' })).toBe('otherCard')
  expect(silenceOf({ ...silent, deviceHeardAt: null })).toBe('neverHeard')
  expect(silenceOf({ ...silent, deviceState: 'online' })).toBe('otherWay')
  expect(silenceOf({ ...silent, usedMegabytes: 10 })).toBe('quotaUsed')
  expect(silenceOf({ ...silent, packageId: null })).toBe('noPackage')
})

test('a quota is high at 80 per cent and full at 100', () => {
  expect([79.9, 80, 99.9, 100, 130].map(used => fullnessOf(used, 100)?.tone)).toEqual([
    'fine',
    'high',
    'high',
    'full',
    'full',
  ])
  expect(fullnessOf(5, null)).toBeUndefined()
})
