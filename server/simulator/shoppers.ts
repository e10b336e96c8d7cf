// Shoppers of the demo's mall: they order over HTTP as the resident page does, pay at the sandbox, and sometimes only look.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { createChance } from './random.ts'

interface Options {
  origin: () => string | undefined
  username: string
  password: string
  seed?: number
  onError(error: unknown): void
}

const EVERY_MS = 2 * MINUTE_MS
const PAYS = 0.8
const MOST_PIECES = 3
const SANDBOX = 4

const sku = z.object({
  id: z.int(),
  price: z.int(),
  available: z.int(),
  shelf: z.string(),
  archived: z.boolean(),
})
const answered = z.object({ code: z.number(), data: z.unknown() })
const listed = z.object({ list: z.array(sku) })
const placed = z.object({ billId: z.int() })
const started = z.object({ paymentId: z.int() })

const NAMES = ['陈美英', '王建国', '李晓燕', '周志强']

/** Answers what ends it. */
export function startShoppers({
  origin,
  username,
  password,
  seed = Date.now(),
  onError,
}: Options): () => void {
  const chance = createChance(seed)
  let token = ''
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${origin()}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    token = response.headers.get('authorization') ?? token
    return answered.parse(await response.json())
  }
  const shop = async () => {
    if (!origin()) return
    if (token === '') await call('auth/auth/login', { username, password })
    const page = listed.safeParse((await call('mall/mallSku/page?size=100&archived=false')).data)
    const goods = page.success
      ? page.data.list.filter(each => each.shelf === 'on' && each.available > MOST_PIECES)
      : []
    const wanted = chance.pick(goods)
    if (!wanted) return
    const order = placed.safeParse(
      (
        await call('mall/order/place', {
          lines: [
            {
              skuId: wanted.id,
              price: wanted.price,
              quantity: 1 + Math.floor(chance.between(0, MOST_PIECES)),
            },
          ],
          name: chance.pick(NAMES) ?? NAMES[0],
          ...{ phone: '13900000012', regionCode: '330106', address: '翠园小区3号楼2单元501' },
        })
      ).data,
    )
    if (!order.success || !chance.happens(PAYS)) return
    const payment = started.safeParse(
      (await call('pay/pay/start', { billIds: [order.data.billId], way: SANDBOX })).data,
    )
    if (payment.success) await call('pay/pay/sandbox', { paymentId: payment.data.paymentId, act: 'pay' })
  }
  const timer = setInterval(() => {
    shop().catch(error => {
      token = ''
      onError(error)
    })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
