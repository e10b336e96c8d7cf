// Orders of the demo: four weeks of what residents bought of the merchants' goods, parcels, after-sales and two settlements.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { AfterSaleKind, AfterSaleState } from '../../src/domain/mall/after-sale.ts'
import { ORDER_LIFE_MINUTES } from '../../src/domain/mall/mall-order.ts'
import type { OrderState } from '../../src/domain/mall/order-state.ts'
import { sharesOf, worthOf } from '../../src/domain/mall/order-sums.ts'
import type { Sql } from '../db/scoped.ts'
import { settleMerchants } from '../modules/mall-orders/public.ts'
import type { Staffed } from './accounts.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const ORDERS = 120
const WEEKS = 4
/** What stays on the shelves, so that people can still order. */
const KEPT = 20

interface Sku {
  id: number
  product: number
  merchant: number
  merchantName: string
  name: string
  price: number
  grams: number
  onHand: number
  reserved: number
  picture: string | null
}

interface Line {
  sku: Sku
  quantity: number
  share: number
  backQuantity: number
  backAmount: number
  waitingQuantity: number
  waitingAmount: number
}

interface AfterSale {
  kind: AfterSaleKind
  state: AfterSaleState
  line: Line
  amount: number
  at: number
}

interface Order {
  number: string
  state: OrderState
  at: number
  paidAt: number | null
  shippedAt: number | null
  completedAt: number | null
  closedAt: number | null
  buyer: { name: string; phone: string; address: string }
  lines: Line[]
  goods: number
  discount: number
  freight: number
  back: AfterSale | undefined
}

const BUYERS = ['陈美英', '王建国', '李晓燕', '周志强', '吴丽华', '郑海涛', '孙玉兰', '黄文斌']
const CARRIERS = ['顺丰速运', '中通快递', '圆通速递', '京东物流']
const REASONS = ['按键失灵', '尺寸不合适', '收到时外壳破损', '买多了']

/** Needs the goods of the tenant; does nothing where there are none. */
export async function seedMallOrders(sql: Sql, { tenantId, people }: Staffed, now: number): Promise<void> {
  const [buyer] = people
  const skus = await skusOf(sql, tenantId)
  if (!buyer || skus.length === 0) return
  const chance = chanceOf(tenantId * 104_729 + 7)
  const orders = Array.from({ length: ORDERS }, (_, place) =>
    orderOf(place, skus, { tenantId, now, chance }),
  ).filter(({ lines }) => lines.length > 0)
  await write(sql, orders, { tenantId, buyer, now })
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  for (const weeksAgo of [2, 1]) {
    const until = now - weeksAgo * 7 * DAY_MS
    await settleMerchants(sql, { tenantId, untilDay: day(until - DAY_MS), until, now: until + HOUR_MS })
  }
}

const skusOf = (sql: Sql, tenantId: number): Promise<Sku[]> =>
  sql.query<Sku>(
    `select s.id, p.id as product, m.id as merchant, m.name as "merchantName", p.name, s.price, s.weight_grams as grams,
       s.on_hand as "onHand", s.reserved, p.pictures[1] as picture
     from mall_sku s join mall_product p on p.id = s.product_id join merchant m on m.id = p.merchant_id
     where s.tenant_id = $1 and p.shelf = 'on' and not s.archived and m.status = 'open' order by s.id`,
    [tenantId],
  )

interface At {
  tenantId: number
  now: number
  chance: Chance
}

function stateOf(place: number): OrderState {
  if (place < 4) return 'unpaid'
  if (place < 12) return 'paid'
  if (place < 22) return 'shipped'
  return place % 13 === 0 ? 'closed' : 'completed'
}

function orderOf(place: number, skus: readonly Sku[], { tenantId, now, chance }: At): Order {
  const state = stateOf(place)
  // What is open is of today or of the last days.
  const at =
    state === 'unpaid'
      ? now - (place + 1) * 4 * MINUTE_MS
      : now - Math.floor(((place + 1) / ORDERS) * WEEKS * 7 * DAY_MS) - chance.whole(0, 300) * MINUTE_MS
  const first = chance.pick(skus)
  const wanted = skus.filter(sku => sku.merchant === first.merchant)
  const count = Math.min(wanted.length, chance.whole(1, 3))
  const from = wanted.indexOf(first)
  const lines = Array.from({ length: count }, (_, at) => wanted[(from + at) % wanted.length] ?? first)
    .map(sku => ({ ...nothingBack, sku, quantity: chance.whole(1, 3), share: 0 }))
    .filter(({ sku, quantity }) => sku.onHand - sku.reserved - quantity >= KEPT)
  const goods = lines.reduce((sum, { sku, quantity }) => sum + sku.price * quantity, 0)
  const discount = place % 6 === 0 ? Math.min(Math.floor(goods / 10), 5000) : 0
  const shares = sharesOf(
    discount,
    lines.map(({ sku, quantity }) => sku.price * quantity),
  )
  for (const [index, line] of lines.entries()) line.share = shares[index] ?? 0
  const paid = state !== 'unpaid' && state !== 'closed'
  const sent = state === 'shipped' || state === 'completed'
  for (const { sku, quantity } of lines) {
    if (sent) sku.onHand -= quantity
    else if (state !== 'closed') sku.reserved += quantity
  }
  const stamp = new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')
  return {
    number: `${stamp}${String(tenantId).padStart(3, '0')}${String(place).padStart(5, '0')}`,
    ...{ state, at, lines, goods, discount, freight: place % 4 === 0 ? 0 : 800 + 200 * (place % 3) },
    paidAt: paid ? at + chance.whole(1, 9) * MINUTE_MS : null,
    shippedAt: sent ? at + chance.whole(4, 20) * HOUR_MS : null,
    completedAt: state === 'completed' ? at + chance.whole(30, 70) * HOUR_MS : null,
    closedAt: state === 'closed' ? at + ORDER_LIFE_MINUTES * MINUTE_MS : null,
    buyer: {
      name: chance.pick(BUYERS),
      phone: `139${String(chance.whole(10_000_000, 99_999_999))}`,
      address: `翠园小区${chance.whole(1, 9)}号楼${chance.whole(1, 3)}单元${chance.whole(2, 18)}0${chance.whole(1, 4)}`,
    },
    back: state === 'completed' && place % 9 === 4 ? backOf(place, lines, at + 3 * DAY_MS, now) : undefined,
  }
}

const nothingBack = { backQuantity: 0, backAmount: 0, waitingQuantity: 0, waitingAmount: 0 }
const BACK_STATES: readonly AfterSaleState[] = [
  'done',
  'requested',
  'done',
  'approved',
  'received',
  'rejected',
  'done',
]

function backOf(place: number, lines: readonly Line[], at: number, now: number): AfterSale | undefined {
  const [line] = lines
  if (!line || at > now - 2 * HOUR_MS) return undefined
  const state = BACK_STATES[Math.floor(place / 9) % BACK_STATES.length] ?? 'done'
  const paid = line.sku.price * line.quantity - line.share
  const amount = worthOf({ ...line, paid }, 1) ?? 0
  if (state === 'done') [line.backQuantity, line.backAmount] = [1, amount]
  else if (state !== 'rejected') [line.waitingQuantity, line.waitingAmount] = [1, amount]
  return { kind: state === 'done' && place % 2 === 0 ? 'refund' : 'return', state, line, amount, at }
}

interface Written {
  tenantId: number
  buyer: { id: number; name: string }
  now: number
}

const amountOf = ({ goods, discount, freight }: Order) => goods - discount + freight

async function write(sql: Sql, orders: readonly Order[], { tenantId, buyer, now }: Written): Promise<void> {
  const base = (at: number) => ({ tenant_id: tenantId, created_at: at, updated_at: at })
  const done = (order: Order) => (order.back?.state === 'done' ? order.back.amount : 0)
  const paid = orders.filter(({ paidAt }) => paidAt !== null)
  const payments = await insertRows(
    sql,
    'payment',
    paid.map(order => ({
      ...base(order.paidAt ?? order.at),
      ...{ user_id: buyer.id, trade_number: `GH${order.number}`, provider_number: `SB${order.number}` },
      ...{ way: 'sandbox', amount: amountOf(order), state: 'paid', paid_at: order.paidAt },
      ...{ expires_at: order.at + ORDER_LIFE_MINUTES * MINUTE_MS, asks: 0, refunded_amount: done(order) },
    })),
    'id',
  )
  // The sandbox remembers what was paid by it, or it could pay nothing back.
  await insertRows(
    sql,
    'sandbox_trade',
    paid.map(order => ({
      ...{ trade_number: `GH${order.number}`, provider_number: `SB${order.number}`, amount: amountOf(order) },
      ...{ state: 'paid', expires_at: order.at + ORDER_LIFE_MINUTES * MINUTE_MS, paid_at: order.paidAt },
    })),
  )
  const paymentOf = new Map(paid.map((order, place) => [order, payments[place]]))
  const bills = await insertRows(
    sql,
    'bill',
    orders.map(order => ({
      ...base(order.at),
      ...{ order_number: order.number, kind: 'mallOrder', amount: amountOf(order) },
      state: order.paidAt !== null ? 'paid' : order.state === 'closed' ? 'closed' : 'unpaid',
      platform_state: order.paidAt === null ? 'NOTPAY' : 'SUCCESS',
      way: order.paidAt === null ? null : 'sandbox',
      subject: order.lines[0]?.sku.name ?? '',
      ...{ user_id: buyer.id, user_name: order.buyer.name, payment_id: paymentOf.get(order) ?? null },
      reason: order.state === 'closed' ? 'overdue' : null,
      ...{ paid_at: order.paidAt, delivered_at: order.paidAt, refunded_amount: done(order) },
      closes_at: order.at + ORDER_LIFE_MINUTES * MINUTE_MS,
    })),
    'id',
  )
  await insertRows(
    sql,
    'payment_bill',
    orders.flatMap((order, place) => {
      const payment = paymentOf.get(order)
      return payment === undefined
        ? []
        : [{ tenant_id: tenantId, payment_id: payment, bill_id: bills[place] }]
    }),
  )
  const ids = await insertRows(
    sql,
    'mall_order',
    orders.map((order, place) => ({
      ...base(order.at),
      ...{ order_number: order.number, state: order.state, bill_id: bills[place] },
      merchant_id: order.lines[0]?.sku.merchant,
      merchant_name: order.lines[0]?.sku.merchantName,
      ...{ buyer_id: buyer.id, buyer_name: order.buyer.name, buyer_phone: order.buyer.phone },
      ...{ region_code: '330106', address: order.buyer.address, held: order.state !== 'closed' },
      ...{ line_count: order.lines.length, first_name: order.lines[0]?.sku.name },
      piece_count: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      weight_grams: order.lines.reduce((sum, { sku, quantity }) => sum + sku.grams * quantity, 0),
      ...{ goods_amount: order.goods, discount_amount: order.discount, freight_amount: order.freight },
      ...{ discount_name: order.discount > 0 ? '满减' : null, amount: amountOf(order) },
      ...{ paid_at: order.paidAt, shipped_at: order.shippedAt, completed_at: order.completedAt },
      ...{ closed_at: order.closedAt, close_reason: order.state === 'closed' ? 'overdue' : null },
      expires_at: order.at + ORDER_LIFE_MINUTES * MINUTE_MS,
    })),
    'id',
  )
  const lines = orders.flatMap((order, at) => order.lines.map((line, place) => ({ order, at, line, place })))
  const lineIds = await insertRows(
    sql,
    'mall_order_line',
    lines.map(({ order, at, line, place }) => ({
      ...{ tenant_id: tenantId, order_id: ids[at], place, sku_id: line.sku.id, product_id: line.sku.product },
      ...{ name: line.sku.name, option_text: '', picture: line.sku.picture, price: line.sku.price },
      ...{ quantity: line.quantity, weight_grams: line.sku.grams, discount_share: line.share },
      shipped: order.shippedAt === null ? 0 : line.quantity,
      ...{ waiting_quantity: line.waitingQuantity, waiting_amount: line.waitingAmount },
      ...{ back_quantity: line.backQuantity, back_amount: line.backAmount },
    })),
    'id',
  )
  const lineIdOf = new Map(lines.map(({ line }, place) => [line, lineIds[place]]))
  await insertRows(
    sql,
    'shipment',
    orders.flatMap((order, place) =>
      order.shippedAt === null
        ? []
        : [
            {
              ...base(order.shippedAt),
              ...{ order_id: ids[place], carrier: CARRIERS[place % CARRIERS.length] },
              tracking_number: `SF${1_532_000_000_000 + place * 7919}`,
              state: order.completedAt === null ? 'sent' : 'delivered',
              lines: order.lines.map(line => ({
                ...{ lineId: lineIdOf.get(line), name: line.sku.name, quantity: line.quantity },
              })),
              ...{ shipped_at: order.shippedAt, delivered_at: order.completedAt },
            },
          ],
    ),
  )
  await writeBack(sql, orders, { tenantId, ids, bills, paymentOf, lineIdOf })
  await writeStock(sql, orders, { tenantId, ids, now })
}

interface Rows {
  tenantId: number
  ids: readonly unknown[]
  bills: readonly unknown[]
  paymentOf: ReadonlyMap<Order, unknown>
  lineIdOf: ReadonlyMap<Line, unknown>
}

async function writeBack(sql: Sql, orders: readonly Order[], rows: Rows): Promise<void> {
  const { tenantId, ids, bills, paymentOf, lineIdOf } = rows
  const asked = orders.flatMap((order, place) => (order.back ? [{ order, back: order.back, place }] : []))
  const refunded = asked.filter(({ back }) => back.state === 'done')
  const refunds = await insertRows(
    sql,
    'payment_refund',
    refunded.map(({ order, back, place }) => ({
      ...{ tenant_id: tenantId, created_at: back.at + DAY_MS, updated_at: back.at + DAY_MS },
      ...{ payment_id: paymentOf.get(order), bill_id: bills[place], refund_number: `GR${order.number}` },
      ...{ amount: back.amount, state: 'done', done_at: back.at + DAY_MS, sent_at: back.at + DAY_MS },
    })),
    'id',
  )
  const refundOf = new Map(refunded.map(({ order }, at) => [order, refunds[at]]))
  const settledAt = (back: AfterSale) => (back.state === 'done' ? back.at + DAY_MS : null)
  const made = await insertRows(
    sql,
    'after_sale',
    asked.map(({ order, back, place }) => ({
      ...{ tenant_id: tenantId, created_at: back.at, updated_at: back.at, order_id: ids[place] },
      ...{ number: `A${order.number.slice(2)}`, kind: back.kind, state: back.state, amount: back.amount },
      ...{ reason: REASONS[place % REASONS.length], what: `${back.line.sku.name} × 1` },
      verdict: back.state === 'rejected' ? '已超过七天无理由退货期' : null,
      decided_at: back.state === 'requested' ? null : back.at + HOUR_MS,
      received_at: back.state === 'received' ? back.at + 20 * HOUR_MS : null,
      ...{ refunded_at: settledAt(back), refund_id: refundOf.get(order) ?? null },
    })),
    'id',
  )
  await insertRows(
    sql,
    'after_sale_line',
    asked.map(({ back }, at) => ({
      ...{ tenant_id: tenantId, after_sale_id: made[at], line_id: lineIdOf.get(back.line) },
      ...{ quantity: 1, amount: back.amount },
    })),
  )
}

/** The ledger of the stock says the same as the balances. */
async function writeStock(
  sql: Sql,
  orders: readonly Order[],
  { tenantId, ids, now }: Pick<Rows, 'tenantId' | 'ids'> & { now: number },
): Promise<void> {
  const lines = orders
    .flatMap((order, place) => order.lines.map(line => ({ order, line, orderId: ids[place] })))
    .filter(({ order }) => order.state !== 'closed')
    .toSorted((one, other) => one.order.at - other.order.at)
  const balances = new Map<Sku, { onHand: number; reserved: number }>()
  for (const { order, line } of lines) {
    const before = balances.get(line.sku) ?? { onHand: line.sku.onHand, reserved: line.sku.reserved }
    if (order.shippedAt === null) before.reserved -= line.quantity
    else before.onHand += line.quantity
    balances.set(line.sku, before)
  }
  const moves = lines.flatMap(({ order, line, orderId }) => {
    const balance = balances.get(line.sku) ?? { onHand: 0, reserved: 0 }
    const move = (kind: string, at: number, onHand: number, reserved: number) => {
      balance.onHand += onHand
      balance.reserved += reserved
      return {
        ...{
          tenant_id: tenantId,
          created_at: at,
          updated_at: at,
          at,
          sku_id: line.sku.id,
          kind,
          order_id: orderId,
        },
        ...{
          on_hand_change: onHand,
          reserved_change: reserved,
          on_hand: balance.onHand,
          reserved: balance.reserved,
        },
      }
    }
    const held = move('reserve', order.at, 0, line.quantity)
    return order.shippedAt === null
      ? [held]
      : [held, move('take', order.shippedAt, -line.quantity, -line.quantity)]
  })
  await insertRows(sql, 'stock_move', moves)
  for (const [sku, { onHand, reserved }] of balances)
    await sql.change('update mall_sku set on_hand = $2, reserved = $3, updated_at = $4 where id = $1', [
      sku.id,
      onHand,
      reserved,
      now,
    ])
}
