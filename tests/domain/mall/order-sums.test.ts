// Sums of orders: shares meet the whole, parts meet the line, and random runs of orders and refunds balance to the fen.
import { expect, test } from 'vitest'
import {
  commissionOf,
  refundSums,
  type SettledSale,
  saleSums,
  sharesOf,
  worthOf,
} from '../../../src/domain/mall/order-sums.ts'

const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test.each([
  { sum: 5000, weights: [13_600, 26_700, 15_900], shares: [1210, 2375, 1415] },
  { sum: 1, weights: [1, 1, 1], shares: [1, 0, 0] },
  { sum: 100, weights: [1, 1, 1], shares: [34, 33, 33] },
  { sum: 10, weights: [0, 5], shares: [0, 10] },
  { sum: 10, weights: [0, 0], shares: [0, 0] },
  { sum: 0, weights: [3, 4], shares: [0, 0] },
])('shares $sum by $weights', ({ sum, weights, shares }) => {
  expect(sharesOf(sum, weights)).toEqual(shares)
})

test('one of three is rounded down, and the last one takes the remainder', () => {
  const line = { quantity: 3, paid: 24_325, backQuantity: 0, backAmount: 0 }
  expect(worthOf(line, 1)).toBe(8108)
  expect(worthOf({ ...line, backQuantity: 1, backAmount: 8108 }, 1)).toBe(8108)
  expect(worthOf({ ...line, backQuantity: 2, backAmount: 16_216 }, 1)).toBe(8109)
  expect(worthOf(line, 4)).toBeUndefined()
  expect(worthOf(line, 0)).toBeUndefined()
  expect(worthOf(line, 1.5)).toBeUndefined()
})

test('what comes back after the settlement gives back its commission, and no fee', () => {
  const sale = { paid: 52_400, freight: 1200, refunded: 0, freightRefunded: 0 }
  expect(saleSums(sale, 50)).toEqual({
    paid: 52_400,
    refunded: 0,
    commission: 2560,
    fee: 314,
    net: 49_526,
  })
  expect(refundSums(sale, { amount: 8108, freight: 0 }, 50)).toEqual({
    paid: 0,
    refunded: 8108,
    commission: -405,
    fee: 0,
    net: -7703,
  })
})

/** A generator of its own: each run is the same again. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

test('10,000 random orders and refunds balance to the fen', () => {
  for (let run = 0; run < 10_000; run++) {
    const draw = drawn(run + 1)
    const lines = Array.from({ length: 1 + draw(5) }, () => ({
      price: 1 + draw(100_000),
      quantity: 1 + draw(9),
    }))
    const goods = total(lines.map(({ price, quantity }) => price * quantity))
    const [discount, freight, permille] = [draw(goods), draw(3000), draw(200)]
    const shares = sharesOf(
      discount,
      lines.map(({ price, quantity }) => price * quantity),
    )
    expect(total(shares)).toBe(discount)
    const paid = goods - discount + freight
    const standing = lines.map(({ price, quantity }, at) => ({
      quantity,
      paid: price * quantity - (shares[at] ?? 0),
      backQuantity: 0,
      backAmount: 0,
    }))
    expect(total(standing.map(line => line.paid)) + freight).toBe(paid)
    let sale: SettledSale = { paid, freight, refunded: 0, freightRefunded: 0 }
    const settledAt = draw(4)
    let ledger: number | undefined
    const pay = (amount: number, ofFreight: number, step: number) => {
      if (step === settledAt) ledger = saleSums(sale, permille).net
      if (ledger !== undefined) ledger += refundSums(sale, { amount, freight: ofFreight }, permille).net
      sale = {
        ...sale,
        refunded: sale.refunded + amount,
        freightRefunded: sale.freightRefunded + ofFreight,
      }
    }
    let step = 0
    for (const line of standing)
      while (line.backQuantity < line.quantity) {
        const pieces = 1 + draw(line.quantity - line.backQuantity)
        const worth = worthOf(line, pieces) ?? Number.NaN
        line.backQuantity += pieces
        line.backAmount += worth
        expect(line.backAmount).toBeLessThanOrEqual(line.paid)
        pay(worth, 0, step++)
      }
    for (const line of standing) expect(line.backAmount).toBe(line.paid)
    pay(freight, freight, step)
    expect(sale.refunded).toBe(paid)
    // Whenever it was settled: the merchant is left with nothing but the fee of the payment.
    if (ledger !== undefined) expect(ledger).toBe(0 - saleSums(sale, permille).fee)
    expect(saleSums(sale, permille).commission).toBe(0)
  }
})

test('commission is rounded to the nearest fen', () => {
  expect(commissionOf(8108, 50)).toBe(405)
  expect(commissionOf(10, 50)).toBe(1)
  expect(commissionOf(9, 50)).toBe(0)
})
