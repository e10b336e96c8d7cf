// Bills of the demo: half a year of packages and top-ups, how they were paid, and some that still wait.
import type { BillKind } from '../../src/domain/billing/bill.ts'
import { BILL_LIFE_HOURS, PAYMENT_LIFE_MINUTES } from '../../src/domain/billing/bill.ts'
import type { PayState } from '../../src/domain/billing/pay-state.ts'
import type { PayWay } from '../../src/domain/billing/pay-way.ts'
import { understands } from '../../src/domain/device/command-input.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { PHONE } from '../../src/domain/limits.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const BILLS = 84
const SUMS = [1000, 2000, 3000, 5000, 10_000, 20_000]

interface Subject {
  kind: BillKind
  subject: string
  amount: number
  card_id: number | null
  device_id: number | null
  package_id: number | null
  package_name: string | null
}

interface Planned extends Subject {
  state: PayState
  way: PayWay | null
  createdAt: number
  paidAt: number | null
  reason: string | null
}

/** Makes the bills of a tenant, and a payment for each that somebody began to pay. Needs its cards. */
export async function seedBills(
  sql: Sql,
  fleet: readonly DemoDevice[],
  { tenantId, people }: Staffed,
  now: number,
): Promise<void> {
  const chance = chanceOf(tenantId * 7919 + 23)
  const subjects = await subjectsOf(sql, fleet, tenantId)
  const [buyer, second] = people
  if (!buyer || subjects.length === 0) return
  const planned = Array.from({ length: BILLS }, (_, place) => planOf(place, subjects, now, chance))
  const begun = planned.filter(({ way }) => way !== null)
  const numberOf = (plan: Planned) =>
    `${stamp(plan.createdAt)}${String(tenantId).padStart(3, '0')}${String(planned.indexOf(plan)).padStart(5, '0')}`
  const tradeOf = (plan: Planned) => `GH${numberOf(plan)}`
  const providerOf = (plan: Planned) => `SB${numberOf(plan)}`
  const expiryOf = ({ createdAt }: Planned) => createdAt + (PAYMENT_LIFE_MINUTES + 1) * MINUTE_MS
  const payments = await insertRows(
    sql,
    'payment',
    begun.map(plan => ({
      tenant_id: tenantId,
      user_id: buyer.id,
      created_at: plan.createdAt + MINUTE_MS,
      updated_at: plan.paidAt ?? plan.createdAt + MINUTE_MS,
      trade_number: tradeOf(plan),
      provider_number: plan.way === 'sandbox' ? providerOf(plan) : null,
      way: plan.way,
      amount: plan.amount,
      state: paymentStateOf(plan.state),
      paid_at: plan.paidAt,
      refunded_at: plan.state === 'refunded' ? (plan.paidAt ?? 0) + DAY_MS : null,
      expires_at: expiryOf(plan),
      asks: 0,
    })),
    'id',
  )
  // The sandbox remembers what was paid by it, or it could pay nothing back.
  await insertRows(
    sql,
    'sandbox_trade',
    begun
      .filter(({ way }) => way === 'sandbox')
      .map(plan => ({
        trade_number: tradeOf(plan),
        provider_number: providerOf(plan),
        amount: plan.amount,
        state: plan.paidAt === null ? 'failed' : 'paid',
        expires_at: expiryOf(plan),
        paid_at: plan.paidAt,
      })),
  )
  const paymentOf = new Map(begun.map((plan, place) => [plan, payments[place]]))
  const bills = await insertRows(
    sql,
    'bill',
    planned.map((plan, place) => ({
      tenant_id: tenantId,
      version: 1,
      created_at: plan.createdAt,
      updated_at: plan.paidAt ?? plan.createdAt,
      order_number: numberOf(plan),
      kind: plan.kind,
      state: plan.state,
      platform_state: plan.paidAt === null ? 'NOTPAY' : 'SUCCESS',
      way: plan.way,
      amount: plan.amount,
      subject: plan.subject,
      card_id: plan.card_id,
      device_id: plan.device_id,
      package_id: plan.package_id,
      package_name: plan.package_name,
      payment_id: paymentOf.get(plan) ?? null,
      reason: plan.reason,
      paid_at: plan.paidAt,
      refunded_at: plan.state === 'refunded' ? (plan.paidAt ?? 0) + DAY_MS : null,
      closes_at: plan.createdAt + BILL_LIFE_HOURS * HOUR_MS,
      delivered_at: plan.state === 'paid' ? (plan.paidAt ?? 0) + 20_000 : null,
      deliver_tries: 0,
      user_id: (place % 3 === 0 && second ? second : buyer).id,
      user_name: (place % 3 === 0 && second ? second : buyer).name,
    })),
    'id',
  )
  await insertRows(
    sql,
    'payment_bill',
    planned.flatMap((plan, place) => {
      const payment = paymentOf.get(plan)
      return payment === undefined
        ? []
        : [{ tenant_id: tenantId, payment_id: payment, bill_id: bills[place] }]
    }),
  )
}

/** What people of this tenant buy for: packages and money for cards, phones, meters. */
async function subjectsOf(sql: Sql, fleet: readonly DemoDevice[], tenantId: number): Promise<Subject[]> {
  const none = { card_id: null, device_id: null, package_id: null, package_name: null }
  const cards = await sql.query<Subject & { price: number }>(
    `select 'package' as kind, c.iccid as subject, p.price as amount, c.id as card_id, c.device_id, p.id as package_id,
       p.name as package_name from sim_card c join sim_package p on p.id = c.package_id
     where c.tenant_id = $1 and p.price > 0 order by c.id limit 60`,
    [tenantId],
  )
  const meters = fleet
    .filter(device => understands(device.kind, 'credit'))
    .slice(0, 20)
    .map((device, place) => ({
      ...none,
      kind: 'meterTopUp' as const,
      subject: device.imei,
      amount: SUMS[place % SUMS.length] ?? 5000,
      device_id: device.id,
    }))
  const phones = fleet.slice(0, 12).map((device, place) => ({
    ...none,
    kind: 'phoneTopUp' as const,
    subject: device.phone,
    amount: SUMS[(place * 5) % SUMS.length] ?? 3000,
  }))
  const topUps = cards.slice(0, 15).map((card, place) => ({
    ...card,
    kind: 'cardTopUp' as const,
    amount: SUMS[place % SUMS.length] ?? 3000,
    package_id: null,
    package_name: null,
  }))
  return [...cards, ...meters, ...phones.filter(({ subject }) => PHONE.test(subject)), ...topUps]
}

function planOf(place: number, subjects: readonly Subject[], now: number, chance: Chance): Planned {
  const { kind, subject, amount, card_id, device_id, package_id, package_name } = chance.pick(subjects)
  const what = { kind, subject, amount, card_id, device_id, package_id, package_name }
  // The first few are of today, and still open.
  const open = place < 6
  const createdAt = open
    ? now - chance.whole(20, 600) * MINUTE_MS
    : now - chance.whole(1, 180) * DAY_MS - chance.whole(0, 600) * MINUTE_MS
  const state: PayState = open ? (place === 5 ? 'failed' : 'unpaid') : endOf(place)
  const paid = state === 'paid' || state === 'refunded'
  return {
    ...what,
    state,
    way: paid || state === 'failed' ? wayOf(chance) : null,
    createdAt,
    paidAt: paid ? createdAt + chance.whole(1, 20) * MINUTE_MS : null,
    reason: { failed: 'declined', closed: 'overdue' }[String(state)] ?? null,
  }
}

const endOf = (place: number): PayState => {
  if (place % 17 === 0) return 'refunded'
  return place % 9 === 0 ? 'closed' : 'paid'
}

function wayOf(chance: Chance): PayWay {
  const drawn = chance.next()
  if (drawn < 0.45) return 'wechat'
  if (drawn < 0.85) return 'alipay'
  return drawn < 0.93 ? 'card' : 'sandbox'
}

const paymentStateOf = (state: PayState) =>
  state === 'paid' || state === 'refunded' || state === 'failed' ? state : 'closed'

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')
