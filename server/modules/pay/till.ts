// The till for people without an account: they pay bills that another module knows to be theirs, with the same payments as everybody.
import * as z from 'zod/mini'
import { type payment, paymentShow, type SandboxAct } from '../../../src/contract/payment.ts'
import type { PayWay } from '../../../src/domain/billing/pay-way.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Caller } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Checkout } from './checkout.ts'
import type { Sandbox } from './sandbox.ts'
import { openPayment, payableBills, type Site, samePayment } from './start.ts'

/** A payment page waits at most so long for the provider's answer; its next request gets it. */
const PAGE_WAIT_MS = 2_500

type WirePayment = z.output<typeof payment>
type Scoped = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>

/** Somebody who lives there, as the one who asks has found them. */
export interface Resident {
  residentId: number
  name: string
  phone: string
}

interface Wanted extends Pick<Caller, 'address' | 'agent'> {
  billIds: readonly number[]
  way: PayWay
  /** Fen: what the page has shown. */
  amount: number
  returnTo: string
  /** Closes what others have open for these bills. */
  instead: boolean
}

/** Whether who asks may know of a payment of these bills. */
export type Sees = (sql: Sql, billIds: readonly number[]) => Promise<boolean>

export interface Till {
  readonly ways: readonly PayWay[]
  /** Opens a payment of bills that are the resident's to pay, or answers the one that is open already: both pay the same, once. */
  start(sql: Sql, resident: Resident, wanted: Wanted): Promise<{ paymentId: number }>
  /** How a payment stands, asked of the provider while it is open. */
  read(id: number, scoped: Scoped, sees: Sees): Promise<WirePayment>
  /** What is done on the sandbox's page. */
  act(id: number, act: SandboxAct, scoped: Scoped, sees: Sees): Promise<void>
}

interface Given {
  checkout: Checkout
  sandbox: Sandbox | undefined
  config: Site
  ways: readonly PayWay[]
  /** The worker looks at once. */
  nudge(): void
}

export function createTill({ checkout, sandbox, config, ways, nudge }: Given): Till {
  const seen = async (id: number, scoped: Scoped, sees: Sees): Promise<PaymentRow> => {
    const row = await scoped(async sql => {
      const found = await paymentWhere(sql, 'p.id = $1', [id])
      return found && (await sees(sql, found.billIds)) ? found : undefined
    })
    if (!row) throw new Refused('row.unknown')
    return row
  }
  return {
    ways,
    start: async (sql, resident, { billIds, way, amount, returnTo, instead, address, agent }) => {
      const now = checkout.now()
      const bills = await payableBills(sql, billIds, new Refused('pay.settled', { field: 'billIds' }))
      if (bills.length < billIds.length) throw new Refused('row.unknown')
      if (bills.reduce((sum, bill) => sum + bill.amount, 0) !== amount)
        throw new Refused('pay.amountChanged', { field: 'amount' })
      if (!checkout.providers.has(way)) throw new Refused('pay.wayOff', { field: 'way' })
      const same = await samePayment(sql, bills, way, now)
      if (same !== undefined) return { paymentId: same }
      if (!instead && (await isUnderWay(sql, billIds, resident.phone, now)))
        throw new Refused('pay.underWay', { field: 'billIds' })
      return openPayment(checkout, config, bills, {
        ...{ sql, payer: { residentId: resident.residentId }, way, returnTo, now, address, agent },
        by: { userId: null, userName: resident.name, address },
      })
    },
    read: async (id, scoped, sees) => wirePayment(await settled(checkout, () => seen(id, scoped, sees))),
    act: async (id, act, scoped, sees) => {
      const row = await seen(id, scoped, sees)
      await tellSandbox(sandbox, row, act)
      nudge()
    },
  }
}

/** Somebody with another telephone, or staff, is paying one of these bills. */
async function isUnderWay(
  sql: Sql,
  billIds: readonly number[],
  phone: string,
  now: number,
): Promise<boolean> {
  const other = await sql.first(
    `select p.id from payment p join payment_bill x on x.payment_id = p.id
     where x.bill_id = any($1::bigint[]) and p.state = 'paying' and p.expires_at > $3
       and not exists (select from resident r where r.id = p.resident_id and r.phone = $2) limit 1`,
    [[...billIds], phone, now],
  )
  return other !== undefined
}

export interface PaymentRow extends Omit<WirePayment, 'show'> {
  show: unknown
}

/** The payment `p` that a condition names, with its bills. */
export const paymentWhere = (sql: Sql, condition: string, values: unknown[]) =>
  sql.first<PaymentRow & Record<string, unknown>>(
    `select p.id, p.trade_number as "tradeNumber", p.state, p.way, p.amount, p.reason, p.show, p.paid_at as "paidAt",
       p.expires_at as "expiresAt",
       (select json_agg(x.bill_id order by x.bill_id) from payment_bill x where x.payment_id = p.id) as "billIds"
     from payment p where ${condition}`,
    values,
  )

/** Does on the sandbox's page what is asked; refuses a payment of another provider, and what cannot be done any more. */
export async function tellSandbox(
  sandbox: Sandbox | undefined,
  { way, tradeNumber }: PaymentRow,
  act: SandboxAct,
): Promise<void> {
  if (!sandbox || way !== 'sandbox') throw new Refused('pay.wayOff', { field: 'paymentId' })
  if (!(await sandbox.act(tradeNumber, act))) throw new Refused('state.transition')
}

/** The payment as the provider has it now, where it is open and the provider answers in time. */
export async function settled(checkout: Checkout, find: () => Promise<PaymentRow>): Promise<PaymentRow> {
  const before = await find()
  if (before.state !== 'paying') return before
  // Without the request's signal: the answer is stored even when the page is closed meanwhile.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PAGE_WAIT_MS)
  })
  await Promise.race([checkout.askFor(before.id).catch(() => undefined), late])
  clearTimeout(timer)
  return find()
}

export function wirePayment(row: PaymentRow): WirePayment {
  const show = z.safeParse(paymentShow, row.show)
  return { ...row, show: row.state === 'paying' && show.success ? show.data : null }
}
