// What was paid for takes effect once: packages run, extend and add up, carriers and meters are told, refunds take back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliver, type PaidBill, takeBack } from '../../../../server/modules/sim-cards/deliver.ts'
import { judgePurchase } from '../../../../server/modules/sim-cards/purchase.ts'
import { createFakeCarrier } from '../../../fakes/carrier.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const carrier = createFakeCarrier()
let rootId: number
beforeAll(async () => {
  server = await startServer({}, { carrier })
  rootId =
    (await server.sql(sql => sql.first<{ id: number }>(`select id from account where username = 'admin'`)))
      ?.id ?? 0
}, 60_000)
afterAll(() => server.stop())

const DAY = 86_400_000
const NOON = Date.parse('2026-11-10T12:00:00+08:00')
const midnight = (text: string) => Date.parse(`${text}T00:00:00+08:00`)
let serial = 0

async function newCard(more: Record<string, unknown> = {}) {
  const iccid = `89860044${String(++serial).padStart(12, '0')}`
  const id = await server.sql(sql =>
    insert(sql, 'sim_card', {
      tenant_id: server.here.tenantId,
      iccid,
      carrier: 'mobile',
      state: 'liveActive',
      asked_at: Date.now() + 30 * DAY,
      ...more,
    }),
  )
  return { id, iccid }
}
const newPackage = (more: Record<string, unknown> = {}) =>
  server.sql(sql =>
    insert(sql, 'sim_package', {
      name: `package ${++serial}`,
      type: 'data',
      price: 1000,
      validity_days: 30,
      megabytes: 100,
      ...more,
    }),
  )
async function newBill(more: Partial<PaidBill>): Promise<PaidBill> {
  const {
    kind = 'package',
    subject = 'x',
    cardId = null,
    packageId = null,
    deviceId = null,
    amount = 1000,
  } = more
  const orderNumber = `B${++serial}`
  const id = await server.sql(sql =>
    insert(sql, 'bill', {
      tenant_id: server.here.tenantId,
      order_number: orderNumber,
      kind,
      state: 'paid',
      amount,
      subject,
      card_id: cardId,
      device_id: deviceId,
      package_id: packageId,
      user_id: rootId,
      user_name: 'admin',
      closes_at: NOON,
    }),
  )
  return {
    id,
    tenantId: server.here.tenantId,
    orderNumber,
    kind,
    subject,
    cardId,
    deviceId,
    packageId,
    amount,
    userId: rootId,
    userName: 'admin',
  }
}
const hand = (bill: PaidBill, at = NOON) => server.sql(sql => deliver(sql, bill, server.app.parts.bus, at))
const standing = (id: number) =>
  server.sql(sql =>
    sql.first(
      `select package_id as package, package_ends_at as ends, quota_megabytes as quota, used_megabytes as used,
         base_megabytes as base from sim_card where id = $1`,
      [id],
    ),
  )
const billRow = (id: number) =>
  server.sql(sql =>
    sql.first<{ delivered: number | null; reason: string | null }>(
      'select delivered_at as delivered, reason from bill where id = $1',
      [id],
    ),
  )

describe('packages', () => {
  test('run from now to the end of their last day, and only once for a bill', async () => {
    const card = await newCard({ total_megabytes: 77, used_megabytes: 77 })
    const packageId = await newPackage()
    const bill = await newBill({ cardId: card.id, packageId, subject: card.iccid })
    expect(await hand(bill)).toBe('done')
    expect(await hand(bill)).toBe('done')
    expect(await standing(card.id)).toEqual({
      package: packageId,
      ends: midnight('2026-12-10'),
      quota: 100,
      used: 0,
      base: 77,
    })
    expect((await billRow(bill.id))?.delivered).toBe(NOON)
  })
  test('the same again extends, an add-on adds, another waits for its turn', async () => {
    const card = await newCard()
    const [base, addOn, next] = [
      await newPackage(),
      await newPackage({ type: 'addOn', megabytes: 50, validity_days: 7 }),
      await newPackage({ megabytes: 900, validity_days: 10 }),
    ]
    await hand(await newBill({ cardId: card.id, packageId: base }))
    await hand(await newBill({ cardId: card.id, packageId: base }))
    await hand(await newBill({ cardId: card.id, packageId: addOn }))
    expect(await standing(card.id)).toMatchObject({ package: base, ends: midnight('2027-01-09'), quota: 150 })
    await hand(await newBill({ cardId: card.id, packageId: next }))
    expect(await standing(card.id)).toMatchObject({ package: base, ends: midnight('2027-01-09') })
    const row = await server.call('/api/iotCard/simCard/get', {
      token: server.tokens.admin,
      query: { id: String(card.id) },
    })
    expect((row.data as { nextPackageName: string }).nextPackageName).toMatch(/^package/)
  })
  test('begin and end by themselves', async () => {
    const card = await newCard({ total_megabytes: 10 })
    const packageId = await newPackage({ validity_days: 1 })
    await hand(await newBill({ cardId: card.id, packageId }), Date.now() - 3 * DAY)
    expect(await standing(card.id)).toMatchObject({ package: packageId, quota: 100 })
    await server.app.cards.tick()
    expect(await standing(card.id)).toMatchObject({ package: null, quota: null, ends: null })
  })
  test('a refund takes the package back and closes the gap', async () => {
    const card = await newCard()
    const [one, two] = [await newPackage(), await newPackage({ megabytes: 7, validity_days: 10 })]
    const first = await newBill({ cardId: card.id, packageId: one })
    await hand(first)
    await hand(await newBill({ cardId: card.id, packageId: two }))
    await server.sql(sql => takeBack(sql, first.id, NOON + 60_000))
    await server.sql(sql => takeBack(sql, first.id, NOON + 60_000))
    expect(await standing(card.id)).toMatchObject({ package: two, quota: 7, ends: midnight('2026-11-20') })
  })
  test('for a card that is gone or was taken apart nothing can be delivered', async () => {
    const packageId = await newPackage()
    const apart = await newCard({ state: 'disassembled' })
    expect(await hand(await newBill({ cardId: apart.id, packageId }))).toBe('impossible')
    const gone = await newCard({ removed_at: NOON })
    expect(await hand(await newBill({ cardId: gone.id, packageId }))).toBe('impossible')
    const foreign = await newBill({ cardId: server.there.simCardId, packageId })
    expect(await hand(foreign)).toBe('impossible')
  })
})

describe('top-ups', () => {
  beforeEach(() => {
    carrier.turnedAway.clear()
    carrier.arrived = []
  })
  test('go to the carrier once, in fen, and count as delivered when it says so', async () => {
    const card = await newCard()
    const bill = await newBill({ kind: 'cardTopUp', cardId: card.id, subject: card.iccid, amount: 4999 })
    expect(await hand(bill)).toBe('underWay')
    expect(await hand(bill)).toBe('underWay')
    await server.app.cards.tick()
    expect(carrier.arrived).toMatchObject([{ kind: 'cardTopUp', subject: card.iccid, amount: 4999 }])
    await server.sql(sql => sql.query(`update sim_order set next_at = 0 where bill_id = $1`, [bill.id]))
    await server.app.cards.tick()
    expect((await billRow(bill.id))?.delivered).toBeGreaterThan(0)
  })
  test('a refusal is told, for the money to go back', async () => {
    const told: number[] = []
    const stop = server.app.parts.bus.on('bill.undelivered', ({ ids }) => told.push(...ids))
    carrier.turnedAway.set('13900000000', 'unknownCard')
    const bill = await newBill({ kind: 'phoneTopUp', subject: '13900000000', amount: 100 })
    await hand(bill)
    await server.app.cards.tick()
    stop()
    expect(told).toEqual([bill.id])
    expect((await billRow(bill.id))?.delivered).toBeNull()
  })
  test('a meter is credited by an order to it', async () => {
    const bill = await newBill({
      kind: 'meterTopUp',
      deviceId: server.here.deviceId,
      subject: server.here.imei,
      amount: 12_345,
    })
    expect(await hand(bill)).toBe('underWay')
    expect(await hand(bill)).toBe('underWay')
    const commands = await server.sql(sql =>
      sql.query<{ id: number; input: unknown }>(`select id, input from device_command where kind = 'credit'`),
    )
    expect(commands.map(({ input }) => input)).toEqual([{ amount: 12_345, number: bill.orderNumber }])
    await server.app.cards.tick()
    expect((await billRow(bill.id))?.delivered).toBeNull()
    await server.sql(sql =>
      sql.query(`update device_command set state = 'done' where id = $1`, [commands[0]?.id]),
    )
    await server.app.cards.tick()
    expect((await billRow(bill.id))?.delivered).toBeGreaterThan(0)
  })
  test('a meter that refuses is told once, and not again when the provider keeps the money', async () => {
    const told: number[] = []
    const stop = server.app.parts.bus.on('bill.undelivered', ({ ids }) => told.push(...ids))
    const { deviceId, imei: subject } = server.here
    const bill = await newBill({ kind: 'meterTopUp', deviceId, subject, amount: 100 })
    await hand(bill)
    await server.sql(sql =>
      sql.query(
        `update device_command set state = 'failed' where id = (select command_id from bill where id = $1)`,
        [bill.id],
      ),
    )
    await server.app.cards.tick()
    await server.app.cards.tick()
    await server.sql(sql => sql.query(`update bill set reason = 'refundDeclined' where id = $1`, [bill.id]))
    await server.app.cards.tick()
    stop()
    expect(told).toEqual([bill.id])
  })
})

describe('what may be bought', () => {
  const judge = (iccid: string, packageId: number, at = NOON) =>
    server
      .sql(sql => judgePurchase(sql, { tenantId: server.here.tenantId, iccid, packageId }, at))
      .then(
        () => 'yes',
        error => error.id,
      )
  test('a number that is no card of the tenant', async () => {
    const packageId = await newPackage()
    expect(await judge('89860000000000000000', packageId)).toBe('sim.noCard')
    expect(await judge(server.there.simIccid, packageId)).toBe('sim.noCard')
  })
  test('packages that are not sold, or not by this carrier', async () => {
    const card = await newCard()
    expect(await judge(card.iccid, await newPackage({ status: 'disabled' }))).toBe('field.reference')
    expect(await judge(card.iccid, 999_999)).toBe('field.reference')
    expect(await judge(card.iccid, await newPackage({ carrier: 'unicom' }))).toBe('field.choice')
    expect(await judge(card.iccid, await newPackage({ carrier: 'mobile' }))).toBe('yes')
  })
  test('the current one only near its end, and nothing behind one that waits', async () => {
    const card = await newCard()
    const [packageId, another] = [await newPackage(), await newPackage()]
    await hand(await newBill({ cardId: card.id, packageId }))
    expect(await judge(card.iccid, packageId)).toBe('pay.currentPackage')
    expect(await judge(card.iccid, packageId, midnight('2026-11-30') - 1)).toBe('pay.currentPackage')
    expect(await judge(card.iccid, packageId, midnight('2026-11-30'))).toBe('yes')
    expect(await judge(card.iccid, another)).toBe('yes')
    await hand(await newBill({ cardId: card.id, packageId: another }))
    expect(await judge(card.iccid, another)).toBe('pay.alreadyBought')
    expect(await judge(card.iccid, packageId)).toBe('pay.alreadyBought')
    expect(await judge(card.iccid, await newPackage({ type: 'addOn' }))).toBe('yes')
  })
})
