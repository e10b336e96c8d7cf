// Delivers one message that somebody has claimed: signs it, sends it, and writes down what became of it.
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { afterFailure, givesUp } from '../../../src/domain/integration/webhook-retry.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { addNotices, administratorsOf } from '../notices/public.ts'
import type { Destinations } from './destination.ts'
import { type Outcome, sendParcel } from './send.ts'
import { openSecret, signedHeaders } from './signature.ts'

export interface DeliverParts {
  data: Data
  bus: Bus
  destinations: Destinations
  /** What secrets are sealed with. */
  key: Buffer
}

export interface Claimed {
  id: number
  tenantId: number
  webhookId: number
  messageId: string
  body: string
  tries: number
}

/** Undefined where it is not sent: the webhook is gone, or its secret does not open. */
export async function deliver(
  parts: DeliverParts,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { data, destinations, key } = parts
  const target = await data.scoped(WHOLE, sql => targetOf(sql, claimed.webhookId))
  const sealed = [target?.secret, (target?.oldUntil ?? 0) > Date.now() ? target?.oldSecret : undefined]
  const secrets = sealed.flatMap(each => (each && openSecret(key, each, claimed.tenantId)) || [])
  if (!target || secrets.length === 0) {
    await data.scoped(WHOLE, sql => settle(sql, claimed, { state: 'failed', next_at: Date.now() }))
    return undefined
  }
  const { messageId, body } = claimed
  const headers = signedHeaders(secrets, { messageId, body, seconds: Math.floor(Date.now() / 1000) })
  const outcome = await sendParcel(destinations, { address: target.address, headers, body, signal })
  // The server stops: nothing is known of it, and it is sent again.
  if (signal.aborted && !outcome.delivered)
    await data.scoped(WHOLE, sql => settle(sql, claimed, { state: 'waiting', next_at: Date.now() }))
  else await data.scoped(WHOLE, sql => record(sql, parts.bus, claimed, target.name, outcome))
  return outcome
}

const targetOf = (sql: Sql, webhookId: number) =>
  firstOf(
    sql,
    tables
      .selectFrom('webhook')
      .select(['name', 'address', 'secret', 'old_secret as oldSecret', 'old_until as oldUntil'])
      .where('id', '=', webhookId)
      .where('removed_at', 'is', null),
  )

interface Settled {
  state: 'waiting' | 'delivered' | 'failed'
  next_at: number
  tries?: number
  tried_at?: number
  status?: number | null
  took_ms?: number
  problem?: string | null
  answer?: string | null
}

const settle = (sql: Sql, { id }: Claimed, settled: Settled) =>
  rowsOf(
    sql,
    tables
      .updateTable('webhook_delivery')
      .set({ ...settled, lease_until: null, updated_at: Date.now() })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning('id'),
  )

async function record(
  sql: Sql,
  bus: Bus,
  claimed: Claimed,
  name: string,
  { delivered, status, tookMs, problem, answer, askedMs }: Outcome,
): Promise<void> {
  const now = Date.now()
  const tries = claimed.tries + 1
  const next = afterFailure(tries, Math.random(), askedMs)
  const over = status === 410 || next.is === 'over'
  await settle(sql, claimed, {
    ...{ tries, tried_at: now, status, took_ms: tookMs, problem, answer },
    state: delivered ? 'delivered' : over ? 'failed' : 'waiting',
    next_at: delivered || next.is === 'over' ? now : now + next.afterMs,
  })
  const { webhookId, tenantId } = claimed
  if (delivered) {
    await rowsOf(
      sql,
      tables
        .updateTable('webhook')
        .set({ failing_since: null, delivered_at: now })
        .where('id', '=', webhookId)
        .returning('id'),
    )
    return
  }
  const failing = await firstOf(
    sql,
    tables
      .updateTable('webhook')
      .set(({ fn, val }) => ({ failing_since: fn.coalesce('failing_since', val(now)) }))
      .where('id', '=', webhookId)
      .returning('failing_since as since'),
  )
  if (!givesUp({ status, over, failingSince: failing?.since ?? now }, now)) return
  const [disabled] = await rowsOf(
    sql,
    tables
      .updateTable('webhook')
      .set({ disabled_at: now, updated_at: now })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', webhookId)
      .where('disabled_at', 'is', null)
      .returning('id'),
  )
  if (!disabled) return
  const administrators = await administratorsOf(sql, tenantId)
  const hours = Math.max(1, Math.round((now - (failing?.since ?? now)) / HOUR_MS))
  const told = await addNotices(sql, tenantId, administrators, {
    ...{ kind: 'webhook', subject: 'webhook', subjectId: webhookId, imei: null },
    ...{ who: name, place: null, content: String(hours), at: now },
  })
  sql.audit({
    ...{ tenantId, userId: null, userName: null, address: null },
    ...{ action: 'webhook.disable', entity: 'webhook', rowId: webhookId, detail: { status, problem } },
  })
  sql.afterCommit(() => bus.emit('notice.added', { tenantId, kind: 'webhook', accountIds: told }))
}
