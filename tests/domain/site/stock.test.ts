// The store's arithmetic: tons that are exact or refused, movements that never go below zero, a ledger that equals the balance.
import { describe, expect, test } from 'vitest'
import {
  type Balance,
  balanceOf,
  type Effect,
  effectOf,
  isShort,
  kilogramsOf,
  type Moving,
  NOTHING,
  plus,
  reversedEffect,
} from '../../../src/domain/site/stock.ts'

test.each([
  [0, 0],
  [0.01, 10],
  [0.29, 290],
  [1, 1000],
  [1.1, 1100],
  [4.35, 4350],
  [1_000_000, 1_000_000_000],
  [1.005, undefined],
  [0.001, undefined],
  [2.675, undefined],
  [-0.01, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [1_000_000.01, undefined],
])('%s t are %s kg', (tons, kilograms) => expect(kilogramsOf(tons)).toBe(kilograms))

const balance = (more: Partial<Balance>): Balance => ({ ...NOTHING, ...more })

describe('what a movement does', () => {
  const cases: [string, Partial<Balance>, Moving, Partial<Effect> | string][] = [
    ['arrives', {}, { kind: 'in', kilograms: 500 }, { received: 500, remaining: 500 }],
    ['is used', { remaining: 500 }, { kind: 'use', kilograms: 500 }, { used: 500, remaining: -500 }],
    ['more than is there', { remaining: 499 }, { kind: 'use', kilograms: 500 }, 'stock.short 499'],
    [
      'what is kept for others',
      { remaining: 500, reserved: 300 },
      { kind: 'use', kilograms: 201 },
      'stock.reserved 200',
    ],
    [
      'what is kept for its own plan',
      { remaining: 500, reserved: 300 },
      { kind: 'use', kilograms: 400, ownReserved: 300 },
      { used: 400, remaining: -400, reserved: -300 },
    ],
    [
      'part of what is kept for its own plan',
      { remaining: 500, reserved: 300 },
      { kind: 'use', kilograms: 100, ownReserved: 300 },
      { used: 100, remaining: -100, reserved: -100 },
    ],
    [
      'is put aside',
      { remaining: 9 },
      { kind: 'unqualified', kilograms: 9 },
      { unqualified: 9, remaining: -9 },
    ],
    ['more is put aside', { remaining: 8 }, { kind: 'unqualified', kilograms: 9 }, 'stock.short 8'],
    ['less was counted', { remaining: 500 }, { kind: 'count', kilograms: 480 }, { remaining: -20 }],
    ['more was counted', { remaining: 500 }, { kind: 'count', kilograms: 520 }, { remaining: 20 }],
    [
      'was counted before the last use',
      { remaining: 400 },
      { kind: 'count', kilograms: 480, movedSince: -100 },
      { remaining: -20 },
    ],
    [
      'was counted before more was used than that',
      { remaining: 0 },
      { kind: 'count', kilograms: 50, movedSince: -100 },
      'stock.short 0',
    ],
  ]
  test.each(cases)('%s', (_, before, moving, outcome) => {
    const effect = effectOf(balance(before), moving)
    expect(isShort(effect) ? `${effect.why} ${effect.left}` : effect).toEqual(
      typeof outcome === 'string' ? outcome : balance(outcome),
    )
  })
})

test('whatever happens, the ledger equals the balance and nothing goes below zero', () => {
  let now = NOTHING
  const ledger: Effect[] = []
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let step = 0; step < 2_000; step++) {
    const kind = (['in', 'use', 'unqualified', 'count'] as const)[random(4)] ?? 'in'
    const undone = random(5) === 0 ? ledger[random(Math.max(1, ledger.length))] : undefined
    const effect = undone
      ? reversedEffect(now, undone)
      : effectOf(now, { kind, kilograms: random(1_000), movedSince: 0 })
    if (isShort(effect)) continue
    ledger.push(effect)
    now = plus(now, effect)
    expect(now.remaining).toBeGreaterThanOrEqual(0)
  }
  expect(balanceOf(ledger)).toEqual(now)
})

test('what came in and is used up again cannot be taken back', () =>
  expect(reversedEffect(balance({ remaining: 10 }), balance({ received: 20, remaining: 20 }))).toEqual({
    why: 'stock.short',
    left: 10,
  }))
