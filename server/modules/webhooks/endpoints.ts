// Makes secrets of webhooks, and sends a message to try one out.
import { SIGNED_TWICE_HOURS, webhookSecret, webhookTest } from '../../../src/contract/endpoints/webhook.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { TEST_KIND } from '../../../src/domain/integration/webhook.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createMeter } from '../../http/throttle.ts'
import { claimOne } from './courier.ts'
import { type DeliverParts, deliver } from './deliver.ts'
import { addDelivery } from './fan-out.ts'
import { makeSecret, sealSecret } from './signature.ts'
import { refuseKindsBeyond } from './stores.ts'

/** A receiver that does not answer keeps somebody waiting for seconds. */
const TESTS = { perSecond: 1000 / (6 * 1000), atOnce: 10 }

export function mountWebhooks(handlers: Handlers, parts: DeliverParts, webhooks: Store): void {
  handlers.handle(webhookSecret, async ({ id }, context) => {
    const { sql } = context
    const found = (await readRows(webhooks, [id], context, { lock: true })).get(id)
    if (!found) throw new Refused('row.unknown')
    refuseKindsBeyond(context, found.row.kinds)
    const { tenantId } = found
    const secret = makeSecret()
    const now = Date.now()
    const before = await firstOf(sql, tables.selectFrom('webhook').select('secret').where('id', '=', id))
    const oldUntil = before?.secret ? now + SIGNED_TWICE_HOURS * HOUR_MS : null
    await rowsOf(
      sql,
      tables
        .updateTable('webhook')
        .set({
          ...{ secret: sealSecret(parts.key, secret, tenantId), old_secret: before?.secret ?? null },
          ...{ old_until: oldUntil, updated_at: now },
        })
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .returning('id'),
    )
    const action = oldUntil === null ? 'webhook.issue' : 'webhook.rotate'
    sql.audit({ ...by(context, tenantId), action, entity: 'webhook', rowId: id, detail: { oldUntil } })
    return { secret, oldUntil }
  })

  const tests = createMeter(TESTS)
  handlers.handleApart(webhookTest, async ({ id }, context) => {
    const waitMs = tests(String(context.person.tenantId))
    if (waitMs > 0)
      throw new Refused('throttled.wait', { status: 429, params: { seconds: Math.ceil(waitMs / 1000) } })
    const deliveryId = await context.scoped(async sql => {
      const found = (await readRows(webhooks, [id], { ...context, sql })).get(id)
      if (!found) throw new Refused('row.unknown')
      if (found.row.state === 'unissued' || found.row.state === 'paused' || found.row.state === 'disabled')
        throw new Refused('state.transition')
      const body = JSON.stringify({
        ...{ type: TEST_KIND, timestamp: new Date().toISOString() },
        data: { webhookId: id, name: found.row.name },
      })
      return addDelivery(sql, { tenantId: found.tenantId, webhookId: id, kind: TEST_KIND, body })
    })
    const claimed = await claimOne(parts.data, deliveryId)
    const outcome = claimed && (await deliver(parts, claimed, AbortSignal.timeout(MINUTE_MS)))
    if (!outcome) throw new Refused('state.transition')
    const { delivered, status, tookMs, problem, answer } = outcome
    return { delivered, status, tookMs, problem, answer }
  })
}
