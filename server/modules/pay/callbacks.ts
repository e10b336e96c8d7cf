// What providers call back with: outside of the contract, without a session, believed by its signature only.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type PayWay, payWay } from '../../../src/domain/billing/pay-way.ts'
import type { Sql } from '../../db/scoped.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Log } from '../../log.ts'
import type { Checkout } from './checkout.ts'
import { applyOutcome, type Verdict } from './outcomes.ts'
import type { CallbackReading, Disbelief, PaymentProvider } from './provider.ts'
import { applyRefund } from './refunds.ts'

export const MOST_CALLBACK_BYTES = 262_144
export const CALLBACK_PATH = '/api/pay/callback'

/** Every word that `payment_callback.verdict` holds. */
export type CallbackVerdict = Verdict | Disbelief | 'repeated' | 'ignored' | 'tooLarge'

interface Callback {
  headers: IncomingHttpHeaders
  body: Buffer
  address: string
}

/** Registers `/api/pay/callback/<way>`, which takes any kind of body as its bytes. */
export function mountCallbacks(app: FastifyInstance, checkout: Checkout, log: Log): void {
  // Anybody can send callbacks, and each one is written down: so their number is limited.
  const bucket = createBucket({ perSecond: 20, atOnce: 200 })
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MOST_CALLBACK_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
      const way = wayOf(request.params)
      const status = error.statusCode === 413 ? 413 : 500
      if (status === 413 && way)
        await note(checkout, way, 'tooLarge', { address: request.ip }).catch(() => undefined)
      if (status === 500) log.error({ err: error }, 'A callback could not be handled')
      return reply
        .code(status)
        .type('text/plain')
        .send(status === 413 ? 'too large' : 'failed')
    })
    scope.post(`${CALLBACK_PATH}/:way`, async (request, reply) => {
      if (!bucket(request.ip))
        return reply.code(429).header('retry-after', '1').type('text/plain').send('later')
      const way = wayOf(request.params)
      const provider = way && checkout.providers.get(way)
      if (!provider) return reply.code(404).type('text/plain').send('unknown')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const callback = { headers: request.headers, body, address: request.ip }
      const accepted = await handleCallback(checkout, provider, callback)
      const answer = provider.answer(accepted)
      return reply.code(answer.status).type(answer.type).send(answer.body)
    })
  })
}

function wayOf(params: unknown): PayWay | undefined {
  const way = typeof params === 'object' && params !== null && 'way' in params ? params.way : undefined
  return payWay.options.find(known => known === way)
}

/** Reads, enters and writes down one callback; true when it need not come again. */
export async function handleCallback(
  checkout: Checkout,
  provider: PaymentProvider,
  { headers, body, address }: Callback,
): Promise<boolean> {
  const reading = await provider.readCallback({ headers, body, now: checkout.now() })
  const about = { address, bytes: body.length, reading }
  switch (reading.is) {
    case 'refused':
      await note(checkout, provider.way, reading.why, about)
      // A genuine callback that came too late: ask the provider how the payment stands now.
      if (reading.why === 'stale' && reading.tradeNumber)
        await askSoon(checkout, provider.way, reading.tradeNumber)
      return false
    case 'ignored':
      await note(checkout, provider.way, 'ignored', about)
      return true
    default: {
      const verdict = await checkout.books(sql => enter(checkout, sql, provider.way, reading, about))
      return ['applied', 'noChange', 'outOfOrder', 'repeated'].includes(verdict)
    }
  }
}

interface About {
  address: string
  bytes?: number
  reading?: CallbackReading
}

/** One transaction: what it changes and that it came, or neither. */
async function enter(
  checkout: Checkout,
  sql: Sql,
  way: PayWay,
  reading: Extract<CallbackReading, { is: 'payment' | 'refund' }>,
  about: About,
): Promise<CallbackVerdict> {
  const found =
    reading.is === 'payment'
      ? await sql.first<{ id: number; tenant_id: number }>(
          'select id, tenant_id from payment where trade_number = $1 and way = $2',
          [reading.tradeNumber, way],
        )
      : await sql.first<{ id: number; tenant_id: number; refund_id: number }>(
          `select p.id, p.tenant_id, r.id as refund_id from payment_refund r join payment p on p.id = r.payment_id
           where r.refund_number = $1 and p.way = $2`,
          [reading.refundNumber, way],
        )
  const verdict = await judged(checkout, sql, way, reading, found)
  await write(sql, checkout.now(), way, verdict, about, found?.tenant_id ?? null)
  return verdict
}

async function judged(
  checkout: Checkout,
  sql: Sql,
  way: PayWay,
  reading: Extract<CallbackReading, { is: 'payment' | 'refund' }>,
  found: { id: number; refund_id?: number } | undefined,
): Promise<CallbackVerdict> {
  if (!found) return 'unknownTrade'
  // Two of the same at once: the second waits here until the first has been written down.
  await sql.query(
    'select id from bill where id in (select bill_id from payment_bill where payment_id = $1) order by id for update',
    [found.id],
  )
  const known = await sql.first(
    `select id from payment_callback where way = $1 and event_id = $2 and verdict = 'applied'`,
    [way, reading.eventId],
  )
  if (known) return 'repeated'
  if (reading.is === 'payment') return applyOutcome(sql, checkout, found.id, reading.outcome, checkout.now())
  const refund = { id: found.refund_id ?? 0, paymentId: found.id }
  return (await applyRefund(sql, checkout, refund, reading.outcome, checkout.now())) ? 'applied' : 'noChange'
}

const note = (checkout: Checkout, way: PayWay, verdict: CallbackVerdict, about: About) =>
  checkout.books(sql => write(sql, checkout.now(), way, verdict, about, null))

async function write(
  sql: Sql,
  now: number,
  way: PayWay,
  verdict: CallbackVerdict,
  { address, bytes = 0, reading }: About,
  tenantId: number | null,
): Promise<void> {
  const eventId = reading && 'eventId' in reading ? (reading.eventId ?? '') : ''
  const tradeNumber = reading && 'tradeNumber' in reading ? (reading.tradeNumber ?? null) : null
  await sql.change(
    `insert into payment_callback (tenant_id, way, event_id, trade_number, at, verdict, address, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, way, storable(eventId), tradeNumber && storable(tradeNumber), now, verdict, address, bytes],
  )
}

/** Text of strangers, made fit for its column: PostgreSQL takes no NUL and no broken surrogates. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '').slice(0, 200)

const askSoon = (checkout: Checkout, way: PayWay, tradeNumber: string) =>
  checkout.books(sql =>
    sql.change(`update payment set ask_at = $3 where trade_number = $1 and way = $2 and ask_at > $3`, [
      storable(tradeNumber),
      way,
      checkout.now(),
    ]),
  )
