// Sends what is due, from now on: a round that makes messages of events and delivers them, a few at once for each webhook
// and each tenant, so that one receiver that does not answer holds up nobody else.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Again, again, defineRound } from '../../jobs/definition.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type Claimed, type DeliverParts, deliver } from './deliver.ts'
import { fanOut } from './fan-out.ts'

const MOST_OF_WEBHOOK = 2
const MOST_OF_TENANT = 4
const MOST = 16
/** Longer than any delivery takes: whoever has it and says nothing by then is dead. */
const LEASE_MS = MINUTE_MS
/** While messages are on their way, events that come meanwhile wait no longer. */
const LOOK_MS = 250
/** Events that nobody tells of on the bus, such as a device that went offline, wait no longer while there is a webhook. */
const IDLE_MS = 3_000
const RUN_MS = 2 * MINUTE_MS

export const webhooksRound = defineRound({
  name: 'webhooks',
  timeoutSeconds: 300,
  pollSeconds: 5,
  cron: '* * * * *',
})

export interface CourierParts extends DeliverParts {
  jobs: Jobs
  storeOf(entity: string): Store
}

export async function workWebhooks(parts: CourierParts): Promise<void> {
  const { bus, jobs } = parts
  for (const event of ['alarm.raised', 'alarm.changed', 'call.changed', 'rows.changed'] as const)
    bus.on(event, () => jobs.nudge(webhooksRound))
  await jobs.rounds(webhooksRound, signal => runRound(parts, signal))
}

async function runRound(parts: CourierParts, signal: AbortSignal): Promise<Again | undefined> {
  const { data } = parts
  const ends = Date.now() + RUN_MS
  const going = new Map<Promise<unknown>, number>()
  const atWork = (tenantId: number) => [...going.values()].filter(each => each === tenantId).length
  while (!signal.aborted && Date.now() < ends) {
    const more = await fanOut(data, parts.storeOf)
    const claimed = await claim(data, MOST - going.size, tenantId => MOST_OF_TENANT - atWork(tenantId))
    for (const each of claimed) {
      const done: Promise<unknown> = deliver(parts, each, signal).finally(() => going.delete(done))
      going.set(done, each.tenantId)
    }
    if (going.size > 0) await Promise.race([...going.keys(), sleep(LOOK_MS)])
    else if (!more) break
  }
  await Promise.all(going.keys())
  return nextRound(data)
}

/** Undefined where nobody wants to be told of anything, and nothing waits. */
async function nextRound(data: Data): Promise<Again | undefined> {
  const wanted = await data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('webhook')
        .select('id')
        .where('removed_at', 'is', null)
        .where('secret', 'is not', null)
        .where('disabled_at', 'is', null)
        .where('paused_at', 'is', null)
        .limit(1),
    ),
  )
  return wanted && again(IDLE_MS)
}

/** Takes messages that are due, the oldest of each webhook first; what a dead process had is taken up again. */
async function claim(data: Data, most: number, roomOf: (tenantId: number) => number): Promise<Claimed[]> {
  if (most <= 0) return []
  const now = Date.now()
  return data.scoped(WHOLE, async sql => {
    const due = await rowsOf(
      sql,
      tables
        .selectFrom('webhook_delivery as d')
        .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
        .select([
          'd.id',
          'd.tenant_id as tenantId',
          'd.webhook_id as webhookId',
          raw<number>`row_number() over (partition by d.webhook_id order by d.next_at, d.id)
            + (select count(*) from webhook_delivery o where o.webhook_id = d.webhook_id and o.state = 'sending'
                and o.lease_until > ${now})`.as('place'),
        ])
        .where('d.next_at', '<=', now)
        .where(({ or, eb, and }) =>
          or([
            eb('d.state', '=', 'waiting'),
            and([eb('d.state', '=', 'sending'), eb('d.lease_until', '<=', now)]),
          ]),
        )
        .where('w.removed_at', 'is', null)
        .where('w.secret', 'is not', null)
        .where('w.paused_at', 'is', null)
        .where('w.disabled_at', 'is', null)
        .orderBy('place')
        .limit(500),
    )
    const taken = new Map<number, number>()
    const ids: number[] = []
    for (const { id, tenantId, place } of due) {
      const of = taken.get(tenantId) ?? 0
      if (ids.length >= most || place > MOST_OF_WEBHOOK || of >= roomOf(tenantId)) continue
      taken.set(tenantId, of + 1)
      ids.push(id)
    }
    if (ids.length === 0) return []
    return rowsOf(
      sql,
      tables
        .updateTable('webhook_delivery')
        .set({ state: 'sending', lease_until: now + LEASE_MS })
        .where('id', 'in', inner =>
          inner
            .selectFrom('webhook_delivery as mine')
            .select('mine.id')
            .where('mine.id', 'in', ids)
            .where(({ or, eb }) => or([eb('mine.state', '=', 'waiting'), eb('mine.lease_until', '<=', now)]))
            .forUpdate()
            .skipLocked(),
        )
        .returning([
          ...(['id', 'body', 'tries', 'tenant_id as tenantId'] as const),
          ...(['webhook_id as webhookId', 'message_id as messageId'] as const),
        ]),
    )
  })
}

/** Takes one message out of turn, for somebody who waits for what becomes of it. */
export const claimOne = (data: Data, id: number): Promise<Claimed | undefined> =>
  data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .updateTable('webhook_delivery')
        .set({ state: 'sending', lease_until: Date.now() + LEASE_MS })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning([
          ...(['id', 'body', 'tries', 'tenant_id as tenantId'] as const),
          ...(['webhook_id as webhookId', 'message_id as messageId'] as const),
        ]),
    ),
  )
