// The checkout: what is under way with providers, worked off by whichever process comes first.
import type { PayWay } from '../../../src/domain/billing/pay-way.ts'
import { refundRules } from '../../../src/domain/billing/refund-rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/domain/durations.ts'
import { keysOf } from '../../../src/domain/keys.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import type { Delivery } from '../sim-cards/public.ts'
import type { BillHandler, BillHandlers, Ledger } from './bill-kinds.ts'
import { lockBills, lockPayment, PAYMENT, type PaymentRow, releaseClosed, stepBill } from './books.ts'
import { applyOutcome, type Verdict } from './outcomes.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'
import { applyRefund, REFUND, type RefundRow, refundBill } from './refunds.ts'

/** A process that takes up a payment or refund has it to itself for so long; if it dies, another one goes on then. */
const CLAIM_MS = MINUTE_MS
/** Pauses between questions to the provider about an open payment; the last one repeats. */
const ASK_AGAIN_MS = [5, 5, 10, 10, 20, 30, 60].map(seconds => seconds * SECOND_MS)
/** How long the provider is asked about a payment that is closed here and not yet there. */
const CLOSING_MS = 2 * DAY_MS
const LONGEST_PAUSE_MS = HOUR_MS
/** A payment page that is open makes the provider be asked at most this often. */
const PAGE_ASKS_MS = 3 * SECOND_MS
const AT_ONCE = 50
/** Least time between two refunds of one payment, by way. */
const SPACINGS = JSON.stringify(
  Object.fromEntries(keysOf(refundRules).map(way => [way, refundRules[way].spacingMs])),
)
const DEADLOCK = new Set(['40P01', '40001'])

export type Deliver = BillHandler['deliver']

export interface Checkout extends Ledger {
  readonly providers: ReadonlyMap<PayWay, PaymentProvider>
  now(): number
  /** Runs in a transaction of the server's own; one that lost against another starts again. */
  books<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** Asks about one payment for a person's page, unless somebody has just asked. */
  askFor(paymentId: number): Promise<void>
  /** Asks providers about what is open and tells them what is closed. Answers how many were asked. */
  ask(): Promise<number>
  /** Sends refunds that are due. */
  refund(): Promise<number>
  /** Delivers what is paid, and gives the money back where that has failed for good. */
  deliver(): Promise<number>
  /** Closes bills that nobody has paid in time. */
  closeOverdue(): Promise<number>
  /** Gives back the money of bills that cannot be delivered. */
  undelivered(billIds: readonly number[]): Promise<void>
}

export interface CheckoutOptions {
  providers: ReadonlyMap<PayWay, PaymentProvider>
  kinds: BillHandlers
  now?: (() => number) | undefined
  /** Brings bills of every kind instead, for tests. */
  deliver?: Deliver | undefined
}

const absent: Pick<PaymentProvider, 'refund'> = {
  refund: async () => ({ state: 'declined', reason: 'This way to pay is not set up any more' }),
}

export function createCheckout(
  parts: Pick<Kernel, 'data' | 'bus' | 'log'>,
  options: CheckoutOptions,
): Checkout {
  const { data, bus, log } = parts
  const { providers, kinds, now = Date.now } = options
  const ledger: Ledger = { bus, kinds }
  const bring: Deliver =
    options.deliver ?? ((sql, bill, ...rest) => kinds[bill.kind].deliver(sql, bill, ...rest))
  const ways = [...providers.keys()]

  const books = async <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => {
    for (let left = 5; ; left--) {
      try {
        return await data.scoped(WHOLE, work)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (left <= 0 || !DEADLOCK.has(code)) throw error
      }
    }
  }

  const askOne = async (payment: PaymentRow): Promise<void> => {
    const provider = providers.get(payment.way)
    if (!provider) return
    const open = payment.state === 'paying' && now() < payment.expiresAt
    try {
      const outcome = await (open ? provider.query(payment) : provider.close(payment))
      // The provider never heard of the payment, and closed here it cannot be paid any more.
      const said = !open && outcome.state === 'unknown' ? ({ state: 'closed' } as const) : outcome
      const verdict = await books(sql => applyOutcome(sql, ledger, payment.id, said, now()))
      warnOf(verdict, payment)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn(
        { err: error, way: payment.way, tradeNumber: payment.tradeNumber },
        'A payment could not be asked about',
      )
    }
    await books(async sql => {
      const found = await lockPayment(sql, payment.id)
      await planNext(sql, payment)
      // Nobody is asked any more: what was kept for its bills is free.
      for (const bill of found?.bills ?? []) await releaseClosed(sql, ledger, bill, now())
    })
  }
  const warnOf = (verdict: Verdict, payment: PaymentRow) => {
    if (verdict === 'wrongAmount' || verdict === 'wrongCurrency')
      log.error(
        { tradeNumber: payment.tradeNumber, verdict },
        'A provider has taken another sum than was asked for',
      )
  }
  // A payment is asked about again while it is open, or closed here and not yet at the provider.
  const planNext = (sql: Sql, payment: PaymentRow) => {
    const pause = Math.min(ASK_AGAIN_MS[payment.asks] ?? MINUTE_MS, LONGEST_PAUSE_MS)
    const giveUp = now() - payment.expiresAt > CLOSING_MS
    const slow = now() > payment.expiresAt + 10 * MINUTE_MS ? 10 * MINUTE_MS : pause
    return sql.change(
      `update payment set ask_at = case when state = 'paying' then $2::bigint
         when state in ('closed', 'failed') and not $3 then $2::bigint end
       where id = $1 and ask_at is not null`,
      [payment.id, now() + slow, giveUp],
    )
  }
  const refundOne = async (
    refund: RefundRow & Pick<PaymentRow, 'way' | 'tradeNumber' | 'providerNumber'> & { paid: number },
  ) => {
    const provider = providers.get(refund.way)
    try {
      // The provider may have been removed from the configuration since.
      const outcome = await (provider ?? absent).refund({
        tradeNumber: refund.tradeNumber,
        providerNumber: refund.providerNumber,
        amount: refund.paid,
        refundNumber: refund.refundNumber,
        refund: refund.amount,
        reason: refund.reason ?? 'refund',
      })
      if (outcome.state === 'declined')
        log.error(
          { refundNumber: refund.refundNumber, why: outcome.reason },
          'A provider has declined a refund',
        )
      await books(sql => applyRefund(sql, ledger, refund, outcome, now()))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error, refundNumber: refund.refundNumber }, 'A refund could not be ordered')
    }
    const pause = Math.min(5 * SECOND_MS * 2 ** Math.min(refund.tries, 12), LONGEST_PAUSE_MS)
    await books(sql =>
      // Unless it was put off for longer meanwhile.
      sql.change(
        `update payment_refund set due_at = $2 where id = $1 and state = 'waiting' and due_at <= $3`,
        [refund.id, now() + pause, now() + CLAIM_MS],
      ),
    )
  }
  const deliverOne = (id: number) =>
    books(async sql => {
      const taken = await sql.first<{ tries: number; reason: string | null }>(
        `select deliver_tries as tries, reason from bill where id = $1 and state = 'paid' and delivered_at is null and deliver_at <= $2
         for update skip locked`,
        [id, now()],
      )
      const [bill] = taken ? await lockBills(sql, [id]) : []
      if (!taken || !bill) return false
      // Delivery failed after it was handed over, and the process that should have ordered the refund died before.
      if (taken.reason === 'notDelivered') {
        await refundBill(sql, ledger, id, { reason: 'notDelivered', now: now() })
        return true
      }
      let delivery: Delivery
      try {
        delivery = await sql.attempt(() => bring(sql, bill, bus, now()))
      } catch (error) {
        log.error({ err: error, bill: bill.orderNumber }, 'A paid bill could not be delivered')
        const pause = Math.min(10 * SECOND_MS * 2 ** Math.min(taken.tries, 12), LONGEST_PAUSE_MS)
        await sql.change('update bill set deliver_at = $2, deliver_tries = deliver_tries + 1 where id = $1', [
          id,
          now() + pause,
        ])
        return true
      }
      await sql.change('update bill set deliver_at = null where id = $1', [id])
      if (delivery === 'impossible') await refundBill(sql, ledger, id, { reason: 'notDelivered', now: now() })
      return true
    })

  return {
    ...ledger,
    providers,
    now,
    books,
    askFor: async id => {
      const payment = await books(sql =>
        sql.first<PaymentRow>(
          `update payment set asked_at = $2 where id = $1 and state = 'paying' and way = any($4::text[])
             and coalesce(asked_at, created_at) <= $3 returning ${PAYMENT}`,
          [id, now(), now() - PAGE_ASKS_MS, ways],
        ),
      )
      if (payment) await askOne(payment)
    },
    ask: () =>
      eachOf(
        () =>
          books(sql =>
            sql.first<PaymentRow>(
              `update payment set ask_at = $2, asked_at = $1, asks = asks + 1 where id = (
                 select id from payment where ask_at <= $1 and way = any($3::text[]) order by ask_at limit 1
                 for update skip locked) returning ${PAYMENT}`,
              [now(), now() + CLAIM_MS, ways],
            ),
          ),
        askOne,
      ),
    refund: () =>
      eachOf(
        () =>
          books(sql =>
            sql.first<Parameters<typeof refundOne>[0]>(
              // The payment is stamped in the same statement: whoever waited for its lock looks at the stamp anew.
              `with due as (
                 select x.id, y.id as payment_id from payment_refund x join payment y on y.id = x.payment_id
                 where x.due_at <= $1 and x.state = 'waiting' and (x.sent_at is not null or y.refund_sent_at is null
                   or y.refund_sent_at + coalesce(($3::jsonb ->> y.way)::bigint, 0) <= $1)
                 order by x.due_at limit 1 for update of x, y skip locked),
               stamped as (update payment p set refund_sent_at = $1 from due, payment_refund f
                 where p.id = due.payment_id and f.id = due.id and f.sent_at is null)
               update payment_refund r set due_at = $2, tries = tries + 1, sent_at = coalesce(r.sent_at, $1)
               from payment p, due where p.id = r.payment_id and r.id = due.id
               returning ${REFUND}, p.way,
                 p.trade_number as "tradeNumber", p.provider_number as "providerNumber", p.amount as paid`,
              [now(), now() + CLAIM_MS, SPACINGS],
            ),
          ),
        refundOne,
      ),
    deliver: async () => {
      const due = await books(sql =>
        sql.query<{ id: number }>(
          `select id from bill where state = 'paid' and delivered_at is null and deliver_at <= $1 order by deliver_at limit ${AT_ONCE}`,
          [now()],
        ),
      )
      let done = 0
      for (const { id } of due) if (await deliverOne(id)) done++
      return done
    },
    closeOverdue: () =>
      books(async sql => {
        const due = await sql.query<{ id: number }>(
          `select id from bill where state in ('unpaid', 'failed') and closes_at <= $1 and removed_at is null
           order by id limit 500 for update skip locked`,
          [now()],
        )
        for (const bill of await lockBills(
          sql,
          due.map(({ id }) => id),
        )) {
          try {
            await sql.attempt(async () => {
              await stepBill(sql, bus, bill, 'closed', now(), { reason: 'overdue' })
              await releaseClosed(sql, ledger, bill, now())
            })
          } catch (error) {
            // One that cannot be closed keeps no other from it.
            log.error({ err: error, bill: bill.orderNumber }, 'An overdue bill could not be closed')
          }
        }
        return due.length
      }),
    undelivered: async ids => {
      for (const id of ids)
        await books(async sql => {
          const [bill] = await lockBills(sql, [id])
          if (bill?.state === 'paid')
            await refundBill(sql, ledger, id, { reason: 'notDelivered', now: now() })
        })
    },
  }
}

/** Takes one thing after the other until none is due, at most so many in a row. */
async function eachOf<Thing>(
  next: () => Promise<Thing | undefined>,
  work: (thing: Thing) => Promise<void>,
): Promise<number> {
  for (let done = 0; ; done++) {
    const thing = done < AT_ONCE ? await next() : undefined
    if (!thing) return done
    await work(thing)
  }
}
