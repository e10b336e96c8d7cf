// Ordering and starting to pay: what is taken, and what is refused by name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insert } from '../../start.ts'
import { type Bench, FOREIGN_ICCID, ICCID, startBench } from './payment-bench.ts'

let bench: Bench
let packageId: number
let topUpId: number
let meter: string
let foreignMeter: string

beforeAll(async () => {
  bench = await startBench()
  const { here, there } = bench.server
  await bench.server.sql(async sql => {
    const base = { validity_days: 30, language: 'zh', status: 'enabled' }
    packageId = await insert(sql, 'sim_package', {
      ...base,
      name: 'one',
      type: 'data',
      price: 3000,
      megabytes: 100,
    })
    topUpId = await insert(sql, 'sim_package', { ...base, name: 'ten', type: 'topUp', price: 1000 })
    meter = '860000000000101'
    foreignMeter = '860000000000102'
    for (const [world, imei] of [
      [here, meter],
      [there, foreignMeter],
    ] as const)
      await insert(sql, 'device', {
        tenant_id: world.tenantId,
        imei,
        kind: 'electricityMeter',
        name: imei,
        category_id: world.categoryId,
      })
  })
})
afterAll(() => bench.stop())

const one = (kind: string, item: object) => bench.order({ kind, items: [item] })
const PHONE = '13912345678'

describe('orders', () => {
  test('one bill for each thing', async () => {
    const answer = await bench.order({
      kind: 'phoneTopUp',
      items: [
        { subject: PHONE, amount: 100 },
        { subject: '13912345679', amount: 5_000_000 },
      ],
    })
    const { billIds, amount } = answer.data as { billIds: number[]; amount: number }
    expect([billIds.length, amount]).toEqual([2, 5_000_100])
    expect(await bench.bill(billIds[0] ?? 0)).toMatchObject({ state: 'unpaid', subject: PHONE, amount: 100 })
  })
  test('packages at their price, cards by amount or package, meters by amount', async () => {
    expect((await one('package', { subject: ICCID, packageId })).data).toMatchObject({ amount: 3000 })
    expect((await one('cardTopUp', { subject: ICCID, amount: 250 })).data).toMatchObject({ amount: 250 })
    expect((await one('cardTopUp', { subject: ICCID, packageId: topUpId })).data).toMatchObject({
      amount: 1000,
    })
    expect((await one('meterTopUp', { subject: meter, amount: 500 })).data).toMatchObject({ amount: 500 })
  })
  test.each([
    [99, 'field.tooSmall'],
    [0, 'field.tooSmall'],
    [-100, 'field.tooSmall'],
    [5_000_001, 'field.tooBig'],
    [1e9, 'field.tooBig'],
    [100.5, 'field.type'],
    ['100', 'field.type'],
  ])('an amount of %s is refused', async (amount, id) => {
    expect(await one('phoneTopUp', { subject: PHONE, amount })).toMatchObject({ id, field: 'items.0.amount' })
  })
  test.each([
    ['phoneTopUp', { subject: '', amount: 100 }, 'field.required', 'items.0.subject'],
    ['phoneTopUp', { subject: '12912345678', amount: 100 }, 'field.phone', 'items.0.subject'],
    ['phoneTopUp', { subject: '139123456780', amount: 100 }, 'field.phone', 'items.0.subject'],
    ['phoneTopUp', { subject: PHONE }, 'pay.amount', 'items.0.amount'],
    ['cardTopUp', { subject: ICCID }, 'pay.amount', 'items.0.amount'],
    ['cardTopUp', { subject: 'abc', amount: 100 }, 'field.iccid', 'items.0.subject'],
    ['cardTopUp', { subject: FOREIGN_ICCID, amount: 100 }, 'sim.noCard', 'items.0.subject'],
    ['cardTopUp', { subject: '89860000000000000055', amount: 100 }, 'sim.noCard', 'items.0.subject'],
    ['package', { subject: ICCID }, 'field.required', 'items.0.packageId'],
    ['package', { subject: ICCID, packageId: 999_999 }, 'field.reference', 'items.0.packageId'],
    ['meterTopUp', { subject: 'x', amount: 100 }, 'field.imei', 'items.0.subject'],
    ['package', { subject: ICCID, packageId: 1, colour: 'red' }, 'field.unknownKey', 'items.0.colour'],
  ])('%s %o is refused', async (kind, item, id, field) => {
    expect(await one(kind, item)).toMatchObject({ id, field })
  })
  test('package and amount together, a package of the wrong kind, foreign meters and what is no meter', async () => {
    expect(await one('package', { subject: ICCID, packageId, amount: 100 })).toMatchObject({
      id: 'pay.amount',
    })
    expect(await one('cardTopUp', { subject: ICCID, packageId: topUpId, amount: 100 })).toMatchObject({
      id: 'pay.amount',
    })
    expect(await one('cardTopUp', { subject: ICCID, packageId })).toMatchObject({ id: 'field.choice' })
    expect(await one('meterTopUp', { subject: foreignMeter, amount: 100 })).toMatchObject({
      id: 'row.unknown',
    })
    expect(await one('meterTopUp', { subject: bench.server.here.imei, amount: 100 })).toMatchObject({
      id: 'command.notUnderstood',
    })
  })
  test('no line is written when one is wrong; nothing, 201 and the same twice are refused', async () => {
    const count = () =>
      bench.server.sql(async sql => (await sql.first<{ n: number }>('select count(*) as n from bill'))?.n)
    const before = await count()
    const items = (n: number) =>
      Array.from({ length: n }, (_, at) => ({ subject: `138${10_000_000 + at}`, amount: 100 }))
    expect(await bench.order({ kind: 'phoneTopUp', items: [] })).toMatchObject({ id: 'nothingSelected' })
    expect(await bench.order({ kind: 'phoneTopUp', items: items(201) })).toMatchObject({
      id: 'field.tooLong',
      field: 'items',
    })
    expect(
      await bench.order({ kind: 'phoneTopUp', items: [...items(3), { subject: '1', amount: 100 }] }),
    ).toMatchObject({
      field: 'items.3.subject',
    })
    expect(await bench.order({ kind: 'phoneTopUp', items: [...items(2), ...items(1)] })).toMatchObject({
      id: 'field.duplicate',
      field: 'items.2.subject',
    })
    expect(await count()).toBe(before)
  })
  test('a double click orders once', async () => {
    const call = () =>
      bench.server.call('/api/pay/pay/order', {
        token: bench.server.tokens.admin,
        body: { kind: 'phoneTopUp', items: [{ subject: PHONE, amount: 700 }] },
        headers: { 'idempotency-key': 'twice' },
      })
    const [first, second] = await Promise.all([call(), call()])
    expect(first.data).toEqual(second.data)
  })
  test('what costs nothing is paid as it is ordered', async () => {
    const free = await bench.server.sql(sql =>
      insert(sql, 'sim_package', {
        name: 'free',
        type: 'addOn',
        price: 0,
        validity_days: 1,
        language: 'zh',
        status: 'enabled',
      }),
    )
    const answer = await one('package', { subject: ICCID, packageId: free })
    const [id = 0] = (answer.data as { billIds: number[] }).billIds
    expect(await bench.bill(id)).toMatchObject({ state: 'paid', amount: 0 })
    await bench.server.app.pay.checkout.deliver()
    expect(bench.delivered).toContain(id)
  })
  test('patrols and visitors may not, strangers get nothing of ours', async () => {
    const body = { kind: 'phoneTopUp', items: [{ subject: PHONE, amount: 100 }] }
    for (const token of [bench.server.tokens.patrol, bench.server.tokens.visitor])
      expect(await bench.order(body, token)).toMatchObject({ id: 'forbidden' })
    expect(
      await bench.order(
        { kind: 'cardTopUp', items: [{ subject: ICCID, amount: 100 }] },
        bench.server.tokens.stranger,
      ),
    ).toMatchObject({ id: 'sim.noCard' })
  })
})

describe('a check', () => {
  test('judges every line by itself and writes nothing', async () => {
    const count = () =>
      bench.server.sql(async sql => (await sql.first<{ n: number }>('select count(*) as n from bill'))?.n)
    const before = await count()
    const items = [ICCID, FOREIGN_ICCID, 'abc', ICCID].map(subject => ({ subject, amount: 500 }))
    const check = (token: string) =>
      bench.server.call('/api/pay/pay/check', { token, body: { kind: 'cardTopUp', items } })
    expect((await check(bench.server.tokens.admin)).data).toEqual({
      lines: [
        { subject: ICCID, amount: 500, deviceName: null, error: null },
        { subject: FOREIGN_ICCID, amount: null, deviceName: null, error: 'sim.noCard' },
        { subject: 'abc', amount: null, deviceName: null, error: 'field.iccid' },
        { subject: ICCID, amount: null, deviceName: null, error: 'field.duplicate' },
      ],
      amount: 500,
    })
    for (const token of [bench.server.tokens.patrol, bench.server.tokens.visitor])
      expect(await check(token)).toMatchObject({ id: 'forbidden' })
    expect(await count()).toBe(before)
  })
})

test('the bills of a page, in its order; foreign ones make all of them unknown', async () => {
  const [one = 0, two = 0] = await bench.bills(100, 200)
  const read = (ids: string, token = bench.server.tokens.admin) =>
    bench.server.call('/api/pay/pay/bills', { token, query: { ids } })
  expect((await read(`${two},${one}`)).data).toMatchObject([
    { id: two, amount: 200, state: 0 },
    { id: one, amount: 100, state: 0 },
  ])
  expect(await read(`${one},999999`)).toMatchObject({ id: 'row.unknown' })
  expect(await read(String(one), bench.server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
  for (const ids of ['', 'x', '1,', '1;2', Array.from({ length: 201 }, () => '1').join()])
    expect(await read(ids)).toMatchObject({ field: 'ids' })
})

describe('starting to pay', () => {
  test('answers what to show; the state repeats it while it is open', async () => {
    const [id = 0] = await bench.bills(100)
    const answer = await bench.start([id])
    const { paymentId, tradeNumber } = answer.data as { paymentId: number; tradeNumber: string }
    const show = { kind: 'code', text: `pay:${tradeNumber}` }
    expect(answer.data).toMatchObject({ amount: 100, show, expiresAt: bench.now() + 30 * 60_000 })
    const state = await bench.server.call('/api/pay/pay/state', {
      token: bench.server.tokens.admin,
      query: { id: String(paymentId) },
    })
    expect(state.data).toMatchObject({ state: 3, way: 1, billIds: [id], show, paidAt: null })
  })
  test('the state is nobody else’s business', async () => {
    const { paymentId } = await bench.opened()
    for (const [token, id] of [
      [bench.server.tokens.stranger, 'row.unknown'],
      [bench.server.tokens.patrol, 'forbidden'],
    ] as const)
      expect(
        await bench.server.call('/api/pay/pay/state', { token, query: { id: String(paymentId) } }),
      ).toMatchObject({ id })
  })
  test('foreign bills among the own ones are unknown, and nothing is started', async () => {
    const [own = 0] = await bench.bills(100)
    const foreign = await bench.order(
      { kind: 'phoneTopUp', items: [{ subject: PHONE, amount: 100 }] },
      bench.server.tokens.stranger,
    )
    const [theirs = 0] = (foreign.data as { billIds: number[] }).billIds
    expect(await bench.start([own, theirs])).toMatchObject({ id: 'row.unknown' })
    expect(await bench.start([own, 999_999])).toMatchObject({ id: 'row.unknown' })
    expect(await bench.bill(own)).toMatchObject({ state: 'unpaid', payment_id: null })
  })
  test('a way that is not set up, or is none, is refused by name', async () => {
    const [id = 0] = await bench.bills(100)
    expect(await bench.start([id], 3)).toMatchObject({ id: 'pay.wayOff', field: 'way' })
    expect(await bench.start([id], 9)).toMatchObject({ id: 'field.choice', field: 'way' })
    expect(await bench.start([])).toMatchObject({ id: 'nothingSelected' })
    expect(await bench.start(Array.from({ length: 201 }, (_, at) => at + 1))).toMatchObject({
      id: 'field.tooLong',
    })
  })
  test('a provider that is away leaves everything as it was', async () => {
    const { billId, paymentId } = await bench.opened(2)
    bench.wechat.fails = true
    expect(await bench.start([billId], 1)).toMatchObject({ id: 'pay.provider', field: 'way' })
    bench.wechat.fails = false
    expect(await bench.bill(billId)).toMatchObject({ state: 'paying', payment_id: paymentId })
    expect(await bench.payment(paymentId)).toMatchObject({ state: 'paying' })
  })
  test.each(['//evil.example', '/\\evil', 'https://evil.example', 'paypal'])(
    '%s is no way back',
    async returnTo => {
      const [id = 0] = await bench.bills(100)
      const answer = await bench.server.call('/api/pay/pay/start', {
        token: bench.server.tokens.admin,
        body: { billIds: [id], way: 1, returnTo },
      })
      expect(answer).toMatchObject({ field: 'returnTo' })
    },
  )
})

test('sums follow the filters and the eyes of the person', async () => {
  const { stranger, admin } = bench.server.tokens
  const sums = (token: string, query: Record<string, string> = {}) =>
    bench.server.call('/api/pay/bill/sums', { token, query })
  const page = await bench.server.call('/api/pay/bill/page', { token: admin, query: { size: '500' } })
  const rows = (page.data as { list: { amount: number; state: number; way: number }[] }).list
  const all = rows.reduce((sum, row) => sum + row.amount, 0)
  expect((await sums(admin)).data).toMatchObject({ count: rows.length, amount: all })
  const paying = rows.filter(({ state }) => state === 3)
  expect((await sums(admin, { state: '3' })).data).toMatchObject({ count: paying.length, paid: 0 })
  const theirs = await bench.server.call('/api/pay/bill/page', { token: stranger })
  const { list } = theirs.data as { list: { amount: number }[] }
  const amount = list.reduce((sum, row) => sum + row.amount, 0)
  expect(list.length).toBeLessThan(rows.length)
  expect((await sums(stranger)).data).toMatchObject({ count: list.length, amount })
  expect(await sums(bench.server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
})
