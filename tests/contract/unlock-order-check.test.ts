// Orders to unlock, judged as every door unit does: once, in time, and only with the right mac.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ORDER_KEY_TEXT, type UnlockOrder, unlockText } from '../../src/contract/device-messages.ts'
import { createUnlockOrderCheck } from '../../src/contract/unlock-order-check.ts'

const IMEI = '860000000000042'
const SECRET = 'oSyilb6_of_one_door'
const NOW = 1_795_000_000_000

function order(change: Partial<UnlockOrder> = {}, secret = SECRET): UnlockOrder {
  const body = {
    code: '5082' as const,
    imei: IMEI,
    userId: 7,
    callId: null,
    nonce: 'n-1',
    expiresAt: NOW + 10_000,
    ...change,
  }
  const key = createHmac('sha256', secret).update(ORDER_KEY_TEXT).digest()
  return { ...body, mac: createHmac('sha256', key).update(unlockText(body)).digest('base64url') }
}

const door = (now = () => NOW) => createUnlockOrderCheck(IMEI, SECRET, now)

describe('an order', () => {
  test('is obeyed once; a thousand repetitions are not', async () => {
    const check = door()
    expect(await check(order())).toBeUndefined()
    const again = await Promise.all(Array.from({ length: 1000 }, () => check(order())))
    expect(new Set(again)).toEqual(new Set(['repeated']))
  })

  test('that comes twice at the same moment is obeyed once', async () => {
    const check = door()
    const both = await Promise.all([check(order()), check(order())])
    expect(both.filter(fault => fault === undefined)).toHaveLength(1)
  })

  test('is refused from its last millisecond on, and when it claims to live too long', async () => {
    expect(await door(() => NOW + 9_999)(order())).toBeUndefined()
    expect(await door(() => NOW + 10_000)(order())).toBe('late')
    expect(await door()(order({ expiresAt: NOW + 61_000 }))).toBe('late')
  })

  test('cannot be repeated by waiting until its nonce is forgotten', async () => {
    let now = NOW
    const check = door(() => now)
    expect(await check(order())).toBeUndefined()
    now += 10_000
    expect(await check(order({ nonce: 'n-2', expiresAt: now + 5_000 }))).toBeUndefined()
    expect(await check(order())).toBe('late')
  })

  test.each<[string, UnlockOrder]>([
    ['of another person', { ...order(), userId: 8 }],
    ['of another call', { ...order(), callId: 3 }],
    ['with a longer life', { ...order(), expiresAt: NOW + 20_000 }],
    ['with a fresh nonce', { ...order(), nonce: 'n-2' }],
    ['under the secret of another door', order({}, 'another')],
    ['without a mac', { ...order(), mac: '' }],
    ['with a mac that is no base64url', { ...order(), mac: `${'='.repeat(43)}` }],
    ['with a mac cut short', { ...order(), mac: order().mac.slice(0, 22) }],
  ])('%s is forged', async (_what, forged) => {
    expect(await door()(forged)).toBe('forged')
  })

  test('a forged one does not use up the nonce of the right one', async () => {
    const check = door()
    expect(await check({ ...order(), mac: 'A'.repeat(43) })).toBe('forged')
    expect(await check(order())).toBeUndefined()
  })

  test('for another door is not even checked', async () => {
    expect(await door()(order({ imei: '860000000000043' }))).toBe('otherDoor')
  })
})
