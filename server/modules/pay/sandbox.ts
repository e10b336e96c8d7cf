// The embedded sandbox: plays a payment provider with books, delays and callbacks of its own.
import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import * as z from 'zod/mini'
import { SECOND_MS } from '../../../src/domain/durations.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import {
  CALLBACK_WINDOW_MS,
  type CallbackReading,
  CURRENCY,
  type Outcome,
  type PaymentProvider,
  ProviderError,
  type RawCallback,
} from './provider.ts'

/** What the person's bank takes to make up its mind. */
export const SETTLES_MS = 15 * SECOND_MS
/** How long after the close a payment arrives that was already under way. */
export const LATE_MS = 10 * SECOND_MS
export const REFUND_MS = 5 * SECOND_MS
const CALLBACK_AGAIN_MS = [5, 15, 60, 300].map(seconds => seconds * SECOND_MS)
const APP = 'gatehouse-sandbox'

export type SandboxAct = 'pay' | 'fail' | 'close' | 'delay' | 'payLate' | 'payTwice'

/** `settling`: somebody has paid, the bank is at work. `lost`: closed, and yet the money is on its way. */
interface Trade {
  tradeNumber: string
  providerNumber: string
  amount: number
  state: 'open' | 'failed' | 'closed' | 'settling' | 'lost' | 'paid'
  expiresAt: number
  paidAt: number | null
  settlesAt: number | null
}

export interface Sandbox extends PaymentProvider {
  /** What the person does on the sandbox's page. False where there is nothing to be done any more. */
  act(tradeNumber: string, act: SandboxAct): Promise<boolean>
  /** Sends the callbacks that are due; answers how many. */
  callBack(): Promise<number>
}

interface Options {
  data: Data
  /** Of its signing key: 32 bytes. */
  seed: Buffer
  now?: (() => number) | undefined
  /** How many times faster than life the bank is. */
  speed?: number
  /** Hands a callback over; true when it was taken. */
  post(body: string, signature: string): Promise<boolean>
}

const event = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  app: z.string(),
  type: z.enum(['payment', 'refund']),
  tradeNumber: z.string(),
  refundNumber: z.optional(z.string()),
  state: z.enum(['paid', 'failed', 'closed']),
  amount: z.int(),
  currency: z.string(),
  providerNumber: z.string(),
  paidAt: z.nullable(z.int()),
})
type Event = z.output<typeof event>

const TRADE = `trade_number as "tradeNumber", provider_number as "providerNumber", amount, state, expires_at as "expiresAt",
  paid_at as "paidAt", settles_at as "settlesAt"`

export function createSandbox({ data, seed, now = Date.now, speed = 1, post }: Options): Sandbox {
  const settlesMs = Math.round(SETTLES_MS / speed)
  const lateMs = Math.round(LATE_MS / speed)
  const key = keyOf(seed)
  const publicKey = createPublicKey(key)
  const books = <Result>(work: (sql: Sql) => Promise<Result>) => data.scoped(WHOLE, work)
  const tell = (sql: Sql, trade: Trade, state: Event['state'], dueAt: number, more: Partial<Event> = {}) => {
    const body: Event = {
      id: randomUUID(),
      app: APP,
      type: 'payment',
      tradeNumber: trade.tradeNumber,
      state,
      amount: trade.amount,
      currency: CURRENCY,
      providerNumber: trade.providerNumber,
      paidAt: state === 'paid' ? dueAt : null,
      ...more,
    }
    return enqueue(sql, JSON.stringify(body), dueAt)
  }
  return {
    way: 'sandbox',
    start: order =>
      books(async sql => {
        await sql.change(
          'insert into sandbox_trade (trade_number, provider_number, amount, expires_at) values ($1, $2, $3, $4)',
          [order.tradeNumber, `SB${randomBytes(8).toString('hex')}`, order.amount, order.expiresAt],
        )
        return { show: { kind: 'sandbox' } as const }
      }),
    query: ({ tradeNumber }) =>
      books(async sql => {
        const trade = await held(sql, tradeNumber, now())
        return trade ? outcomeOf(trade, now()) : { state: 'unknown' }
      }),
    close: ({ tradeNumber }) =>
      books(async sql => {
        const trade = await held(sql, tradeNumber, now())
        if (!trade) return { state: 'closed' }
        // What a bank is at work on cannot be called off.
        if (trade.state !== 'open' && trade.state !== 'failed') return outcomeOf(trade, now())
        await put(sql, trade, 'closed', null)
        return { state: 'closed' }
      }),
    refund: order =>
      books(async sql => {
        const trade = await held(sql, order.tradeNumber, now())
        if (trade?.state !== 'paid') return { state: 'declined', reason: 'There is no payment' }
        const known = await sql.first<{ done_at: number }>(
          'select done_at from sandbox_refund where refund_number = $1',
          [order.refundNumber],
        )
        if (known) return known.done_at <= now() ? { state: 'done' } : { state: 'waiting' }
        const back = await sql.first<{ sum: number }>(
          'select coalesce(sum(amount), 0)::bigint as sum from sandbox_refund where trade_number = $1',
          [order.tradeNumber],
        )
        if ((back?.sum ?? 0) + order.refund > trade.amount)
          return { state: 'declined', reason: 'More than was paid' }
        const doneAt = now() + Math.round(REFUND_MS / speed)
        await sql.change(
          'insert into sandbox_refund (refund_number, trade_number, amount, done_at) values ($1, $2, $3, $4)',
          [order.refundNumber, order.tradeNumber, order.refund, doneAt],
        )
        await tell(sql, trade, 'paid', doneAt, {
          type: 'refund',
          refundNumber: order.refundNumber,
          amount: order.refund,
        })
        return { state: 'waiting' }
      }),
    readCallback: async callback => readCallback(publicKey, callback),
    answer: accepted => ({ status: accepted ? 200 : 500, type: 'text/plain', body: accepted ? 'OK' : 'NO' }),
    act: (tradeNumber, act) =>
      books(async sql => {
        const trade = await held(sql, tradeNumber, now())
        if (trade?.state !== 'open') return false
        const at = now()
        switch (act) {
          case 'pay':
          case 'payTwice': {
            await put(sql, trade, 'paid', null, at)
            const body = await tell(sql, trade, 'paid', at)
            // The very same callback, again.
            if (act === 'payTwice') await enqueue(sql, body, at + SECOND_MS)
            return true
          }
          case 'fail':
            await put(sql, trade, 'failed', null)
            await tell(sql, trade, 'failed', at)
            return true
          case 'close':
            await put(sql, trade, 'closed', null)
            await tell(sql, trade, 'closed', at)
            return true
          case 'delay':
            await put(sql, trade, 'settling', at + settlesMs)
            await tell(sql, trade, 'paid', at + settlesMs)
            return true
          default:
            await put(sql, trade, 'lost', at + lateMs)
            await tell(sql, trade, 'closed', at)
            await tell(sql, trade, 'paid', at + lateMs)
            return true
        }
      }),
    callBack: async () => {
      let sent = 0
      for (; sent < 100; sent++) {
        const due = await books(sql =>
          sql.first<{ id: number; body: string; tries: number }>(
            `update sandbox_callback set due_at = $2, tries = tries + 1 where id = (
               select id from sandbox_callback where due_at <= $1 order by due_at, id limit 1 for update skip locked)
             returning id, body, tries`,
            [now(), now() + 30 * SECOND_MS],
          ),
        )
        if (!due) break
        const taken = await post(due.body, signatureOf(key, due.body, now())).catch(() => false)
        const pause = CALLBACK_AGAIN_MS[due.tries - 1]
        await books(sql =>
          taken || pause === undefined
            ? sql.change('delete from sandbox_callback where id = $1', [due.id])
            : sql.change('update sandbox_callback set due_at = $2 where id = $1', [due.id, now() + pause]),
        )
      }
      return sent
    },
  }
}

/** The trade, locked, as it stands by now. */
async function held(sql: Sql, tradeNumber: string, now: number): Promise<Trade | undefined> {
  const trade = await sql.first<Trade>(
    `select ${TRADE} from sandbox_trade where trade_number = $1 for update`,
    [tradeNumber],
  )
  if (!trade) return undefined
  if (trade.settlesAt !== null && trade.settlesAt <= now) await put(sql, trade, 'paid', null, trade.settlesAt)
  else if (trade.state === 'open' && trade.expiresAt <= now) await put(sql, trade, 'closed', null)
  return trade
}

async function put(
  sql: Sql,
  trade: Trade,
  state: Trade['state'],
  settlesAt: number | null,
  paidAt: number | null = null,
): Promise<void> {
  Object.assign(trade, { state, settlesAt, paidAt })
  await sql.change(
    'update sandbox_trade set state = $2, settles_at = $3, paid_at = $4 where trade_number = $1',
    [trade.tradeNumber, state, settlesAt, paidAt],
  )
}

async function enqueue(sql: Sql, body: string, dueAt: number): Promise<string> {
  await sql.change('insert into sandbox_callback (body, due_at) values ($1, $2)', [body, dueAt])
  return body
}

function outcomeOf(trade: Trade, now: number): Outcome {
  switch (trade.state) {
    case 'paid':
      return {
        state: 'paid',
        amount: trade.amount,
        currency: CURRENCY,
        providerNumber: trade.providerNumber,
        paidAt: trade.paidAt ?? now,
      }
    case 'failed':
      return { state: 'failed', reason: 'declined' }
    case 'closed':
    case 'lost':
      return { state: 'closed' }
    default:
      return { state: 'paying' }
  }
}

/** Ed25519 wants its seed wrapped; these bytes say what follows (RFC 8410). */
const WRAPPING = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([WRAPPING, seed]), format: 'der', type: 'pkcs8' })

const signed = (at: string, nonce: string, body: string) => Buffer.from(`${at}\n${nonce}\n${body}`)

/** The `sandbox-signature` header of a callback. */
export function signatureOf(key: KeyObject, body: string, at: number): string {
  const nonce = randomBytes(12).toString('hex')
  return `t=${at},n=${nonce},s=${sign(null, signed(String(at), nonce, body), key).toString('base64')}`
}

function readCallback(publicKey: KeyObject, { headers, body, now }: RawCallback): CallbackReading {
  const text = body.toString('utf8')
  const header = headers['sandbox-signature']
  const parts = /^t=(\d{13}),n=([0-9a-f]{24}),s=([A-Za-z0-9+/]{86}==)$/.exec(
    typeof header === 'string' ? header : '',
  )
  const [, at = '', nonce = '', signature = ''] = parts ?? []
  if (!parts || !verify(null, signed(at, nonce, text), publicKey, Buffer.from(signature, 'base64')))
    return { is: 'refused', why: 'forged' }
  if (Math.abs(now - Number(at)) > CALLBACK_WINDOW_MS) return { is: 'refused', why: 'stale' }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { is: 'refused', why: 'malformed' }
  }
  const parsed = z.safeParse(event, raw)
  if (!parsed.success) return { is: 'refused', why: 'malformed' }
  const { id: eventId, app, type, tradeNumber, refundNumber, state } = parsed.data
  if (app !== APP) return { is: 'refused', why: 'wrongApp', eventId, tradeNumber }
  if (type === 'refund')
    return { is: 'refund', eventId, refundNumber: refundNumber ?? '', outcome: { state: 'done' } }
  return { is: 'payment', eventId, tradeNumber, outcome: saidOf(parsed.data, state, now) }
}

function saidOf(event: Event, state: Event['state'], now: number): Outcome {
  if (state === 'failed') return { state, reason: 'declined' }
  if (state === 'closed') return { state }
  const { amount, currency, providerNumber, paidAt } = event
  return { state, amount, currency, providerNumber, paidAt: paidAt ?? now }
}

/** Posts to this very server, the way a provider would. */
export function postTo(address: () => string | undefined) {
  return async (body: string, signature: string): Promise<boolean> => {
    const url = address()
    if (url === undefined) return false
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
      body,
      signal: AbortSignal.timeout(10 * SECOND_MS),
      redirect: 'error',
    })
    await answer.text()
    if (answer.status >= 500) throw new ProviderError('The callback was not taken', { passing: true })
    return answer.ok
  }
}
