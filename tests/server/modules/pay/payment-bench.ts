// What tests of the checkout share: a server whose time and provider they hold, and short ways to order and to pay.

import { handleCallback } from '../../../../server/modules/pay/callbacks.ts'
import type {
  Asked,
  CallbackReading,
  Outcome,
  PaymentProvider,
  RefundOutcome,
} from '../../../../server/modules/pay/provider.ts'
import type { PayWay } from '../../../../src/domain/billing/pay-way.ts'
import { type Answer, insert, startServer, type TestServer } from '../../start.ts'

export const ICCID = '89860000000000000001'
export const FOREIGN_ICCID = '89860000000000000099'

/** A provider that says what it is told to say. */
export interface Puppet extends PaymentProvider {
  says: Map<string, Outcome>
  refunds: Map<string, RefundOutcome>
  asked: { what: 'start' | 'query' | 'close' | 'refund'; number: string }[]
  reading: CallbackReading | undefined
  fails: boolean
}

export function createPuppet(way: PayWay): Puppet {
  const puppet: Puppet = {
    way,
    says: new Map(),
    refunds: new Map(),
    asked: [],
    reading: undefined,
    fails: false,
    start: async ({ tradeNumber }) => {
      puppet.asked.push({ what: 'start', number: tradeNumber })
      if (puppet.fails)
        throw new (await import('../../../../server/modules/pay/provider.ts')).ProviderError('down', {
          passing: true,
        })
      return { show: { kind: 'code', text: `pay:${tradeNumber}` } }
    },
    query: async asked => told('query', asked),
    close: async asked => {
      const said = await told('close', asked)
      if (said.state === 'paid') return said
      puppet.says.set(asked.tradeNumber, { state: 'closed' })
      return { state: 'closed' }
    },
    refund: async order => {
      puppet.asked.push({ what: 'refund', number: order.refundNumber })
      return puppet.refunds.get('all') ?? { state: 'done' }
    },
    readCallback: async () => puppet.reading ?? { is: 'refused', why: 'forged' },
    answer: accepted => ({ status: accepted ? 200 : 500, type: 'text/plain', body: String(accepted) }),
  }
  const told = async (what: 'query' | 'close', { tradeNumber }: Asked): Promise<Outcome> => {
    puppet.asked.push({ what, number: tradeNumber })
    return puppet.says.get(tradeNumber) ?? { state: 'paying' }
  }
  return puppet
}

export const paidOutcome = (
  amount: number,
  more: Partial<Extract<Outcome, { state: 'paid' }>> = {},
): Outcome => ({
  state: 'paid',
  amount,
  currency: 'CNY',
  providerNumber: 'P1',
  paidAt: 1_790_000_000_000,
  ...more,
})

export interface Bench {
  server: TestServer
  wechat: Puppet
  alipay: Puppet
  /** Moves the checkout's time. */
  pass(ms: number): void
  now(): number
  order(body: object, token?: string): Promise<Answer>
  /** Bills of phone top-ups. */
  bills(...amounts: number[]): Promise<number[]>
  start(billIds: number[], way?: number, token?: string): Promise<Answer>
  /** A payment of one new bill over 1 yuan. */
  opened(way?: number): Promise<{ billId: number; paymentId: number; tradeNumber: string }>
  calledBack(outcome: Outcome, tradeNumber: string, eventId?: string, puppet?: Puppet): Promise<boolean>
  bill(id: number): Promise<Record<string, unknown>>
  payment(id: number): Promise<Record<string, unknown>>
  verdicts(): Promise<string[]>
  delivered: number[]
  stop(): Promise<void>
}

let phones = 0
let events = 0

export async function startBench(environment: Record<string, string> = {}): Promise<Bench> {
  let clock = Date.now()
  const now = () => clock
  const wechat = createPuppet('wechat')
  const alipay = createPuppet('alipay')
  const delivered: number[] = []
  const server = await startServer(environment, {
    pay: {
      providers: [wechat, alipay],
      now,
      works: false,
      deliver: async (sql, bill, _bus, at = 0) => {
        delivered.push(bill.id)
        await sql.change('update bill set delivered_at = $2 where id = $1', [bill.id, at])
        return 'done'
      },
    },
  })
  await server.sql(async sql => {
    for (const [world, iccid] of [
      [server.here, ICCID],
      [server.there, FOREIGN_ICCID],
    ] as const)
      await insert(sql, 'sim_card', {
        tenant_id: world.tenantId,
        iccid,
        carrier: 'mobile',
        state: 'liveActive',
      })
  })
  const { admin } = server.tokens
  const order = (body: object, token = admin) => server.call('/api/pay/pay/order', { token, body })
  const bills = async (...amounts: number[]) => {
    const items = amounts.map(amount => ({ subject: `139${String(++phones).padStart(8, '0')}`, amount }))
    const answer = await order({ kind: 'phoneTopUp', items })
    return (answer.data as { billIds: number[] }).billIds
  }
  const start = (billIds: number[], way = 1, token = admin) =>
    server.call('/api/pay/pay/start', { token, body: { billIds, way } })
  const row = (table: string, id: number) =>
    server.sql(async sql => (await sql.first(`select * from ${table} where id = $1`, [id])) ?? {})
  return {
    server,
    wechat,
    alipay,
    now,
    pass: ms => {
      clock += ms
    },
    order,
    bills,
    start,
    opened: async (way = 1) => {
      const [billId = 0] = await bills(100)
      const answer = await start([billId], way)
      const { paymentId, tradeNumber } = answer.data as { paymentId: number; tradeNumber: string }
      return { billId, paymentId, tradeNumber }
    },
    calledBack: (outcome, tradeNumber, eventId = `event-${++events}`, puppet = wechat) => {
      puppet.reading = { is: 'payment', eventId, tradeNumber, outcome }
      return handleCallback(server.app.pay.checkout, puppet, {
        headers: {},
        body: Buffer.from('x'),
        address: '::1',
      })
    },
    bill: id => row('bill', id),
    payment: id => row('payment', id),
    verdicts: () =>
      server.sql(async sql =>
        (await sql.query<{ verdict: string }>('select verdict from payment_callback order by id')).map(
          ({ verdict }) => verdict,
        ),
      ),
    delivered,
    stop: () => server.stop(),
  }
}
