// Which steps bills and payments make: every pair, and no other.
import { expect, test } from 'vitest'
import { isPayable, payMayStep, paymentMayStep, paymentSteps } from '../../../src/domain/billing/bill.ts'
import { payState } from '../../../src/domain/billing/pay-state.ts'

const bills: Record<string, string> = {
  unpaid: 'paying paid closed',
  paying: 'paid failed unpaid closed',
  failed: 'paying paid closed',
  paid: 'refunding',
  refunding: 'refunded paid',
  closed: 'paid refunding',
  refunded: '',
}
const payments: Record<string, string> = {
  paying: 'paid failed closed',
  failed: 'paid',
  closed: 'paid',
  paid: 'refunding',
  refunding: 'refunded paid',
  refunded: '',
}

const pairs = payState.options.flatMap(from => payState.options.map(to => [from, to] as const))

test.each(pairs)('a bill from %s to %s', (from, to) => {
  expect(payMayStep(from, to)).toBe(bills[from]?.split(' ').includes(to))
})

test.each(pairs.filter(([from, to]) => from in payments && to in payments))(
  'a payment from %s to %s',
  (from, to) => {
    if (from === 'unpaid' || to === 'unpaid') throw new Error('A payment is never unpaid')
    expect(paymentMayStep(from, to)).toBe(payments[from]?.split(' ').includes(to))
  },
)

test('no payment that has taken money forgets it', () => {
  expect(paymentSteps.paid).toEqual(['refunding'])
  for (const steps of Object.values(paymentSteps)) expect(steps).not.toContain('unpaid')
})

test('what may still be paid', () => {
  expect(payState.options.filter(isPayable)).toEqual(['failed', 'unpaid', 'paying'])
})
