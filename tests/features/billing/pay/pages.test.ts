// What the payment pages compute: addresses, stages, pauses, pasted card numbers.
import { describe, expect, test } from 'vitest'
import { payAddress, readPaySearch } from '../../../../src/features/billing/pay/pay-search.ts'
import { askAgainMs, type PayBill, payStageOf } from '../../../../src/features/billing/pay/pay-stage.ts'
import { readIccids } from '../../../../src/features/billing/pay/sim-card-lines.ts'

describe('addresses', () => {
  test.each([
    [{ payment: 12 }, { payment: 12 }],
    [{ payment: '12', trade_status: 'SUCCESS', sign: 'a+b', out_trade_no: '2026' }, { payment: 12 }],
    [{ bills: 5 }, { bills: [5] }],
    [{ bills: '5,7,5' }, { bills: [5, 7] }],
    [
      { bills: '5', way: 'wechat' },
      { bills: [5], way: 'wechat' },
    ],
    [{ bills: '5,x', payment: -1, way: 'gold' }, {}],
    [{ bills: Array.from({ length: 201 }, (_, at) => at + 1).join() }, {}],
    [{ payment: '1e9', bills: { length: 2 } }, {}],
    [{}, {}],
  ])('%o means %o', (raw, search) => {
    expect(
      Object.fromEntries(Object.entries(readPaySearch(raw)).filter(([, value]) => value !== undefined)),
    ).toEqual(search)
  })
  test('what is written is read again', () => {
    expect(payAddress({ bills: [1, 2], way: 'card' })).toBe('/paypal?bills=1%2C2&way=card')
    expect(payAddress({ payment: 3 })).toBe('/paypal?payment=3')
  })
})

const bill = (state: PayBill['state'], more: Partial<PayBill> = {}): PayBill => ({
  id: 1,
  orderNumber: '1',
  kind: 'package',
  state,
  way: null,
  amount: 100,
  subject: 's',
  packageName: null,
  paymentId: null,
  reason: null,
  closesAt: 0,
  paidAt: null,
  refundedAt: null,
  deliveredAt: null,
  ...more,
})

describe('stages', () => {
  test.each([
    [['unpaid'], 'choose'],
    [['failed'], 'choose'],
    [['paid'], 'paid'],
    [['closed'], 'closed'],
    [['refunding'], 'refunding'],
    [['refunded'], 'refunded'],
    [['paid', 'closed'], 'paid'],
    [['paid', 'refunding'], 'refunding'],
    [['paid', 'unpaid'], 'choose'],
  ] as const)('%o is %s', (states, stage) => {
    expect(payStageOf(states.map(state => bill(state))).is).toBe(stage)
  })
  test('one open payment is waited for; two, or one and none, are chosen anew', () => {
    const open = bill('paying', { paymentId: 7 })
    expect(payStageOf([open, open])).toMatchObject({ is: 'open', paymentId: 7 })
    expect(payStageOf([open, bill('paid')])).toMatchObject({ is: 'open', payable: [open] })
    expect(payStageOf([open, bill('paying', { paymentId: 8 })]).is).toBe('choose')
    expect(payStageOf([open, bill('unpaid', { paymentId: 7 })]).is).toBe('choose')
  })
  test('only what can be paid is paid', () => {
    const unpaid = bill('unpaid')
    expect(payStageOf([bill('closed'), unpaid])).toMatchObject({ is: 'choose', payable: [unpaid] })
  })
})

test('a payment is asked about after a second at first, after ten at last', () => {
  expect(askAgainMs(0)).toBe(1000)
  const pauses = Array.from({ length: 40 }, (_, at) => askAgainMs(at))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBe(10_000)
})

test('card numbers come out of lists, tables and spreadsheets, each once', () => {
  const text =
    '\uFEFFICCID,name\r\n89860000000000000001,one\r\n"89860000000000000002";two\n\n \'8986000000000000000a\t x\n89860000000000000001'
  expect(readIccids(text)).toEqual(['89860000000000000001', '89860000000000000002', '8986000000000000000A'])
  expect(readIccids('')).toEqual([])
  expect(readIccids('ICCID')).toEqual([])
})
