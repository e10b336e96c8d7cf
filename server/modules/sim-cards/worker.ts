// Sends what was ordered of the carrier, asks what became of it and how the SIM cards are, and lets packages begin and end.
// Everything it has to do is in the database: it goes on after a restart, and several processes share the work.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/domain/durations.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { again, defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import type { Log } from '../../log.ts'
import { type CarrierPort, CarrierProblem, carrierReasons } from './carrier.ts'
import { markDelivered } from './deliver.ts'
import {
  type AskedSimCard,
  failSimOrder,
  finishSimOrder,
  markUndelivered,
  noteSimCards,
  noteUnderWay,
  type SentSimOrder,
  SIM_ORDER,
} from './outcomes.ts'
import { refreshStanding } from './packages.ts'

/** A carrier that cannot be reached is tried again after so long, twice as long each time. */
const AGAIN_MS = 5 * SECOND_MS
const LONGEST_AGAIN_MS = 10 * MINUTE_MS
const MOST_ATTEMPTS = 12
/** When the carrier is first asked about an order, then how often while it works on it, and how often once that is old. */
const FIRST_POLL_MS = SECOND_MS
const POLL_MS = 2 * SECOND_MS
const POLL_OLD_MS = MINUTE_MS
/** Nothing heard of an order for so long: it counts as refused. */
const GIVE_UP_MS = DAY_MS
/** Each card is asked about so often. */
const ASK_EVERY_MS = 15 * MINUTE_MS
const ASK_AGAIN_MS = MINUTE_MS

/** Shortest and longest time between two rounds. */
const SOONEST_MS = SECOND_MS
const LATEST_MS = MINUTE_MS

export const carrierRound = defineRound({
  name: 'carrier',
  timeoutSeconds: 600,
  pollSeconds: 2,
  cron: '* * * * *',
})

export interface SimCardWorker {
  /** Does what is due now; answers when it is done. Throws when a part of it could not be done. */
  tick(): Promise<void>
}

interface Given {
  data: Data
  bus: Bus
  log: Log
  carrier: CarrierPort
  now?: () => number
}

export function createSimCardWorker(given: Given): SimCardWorker {
  const work = { ...given, now: given.now ?? Date.now }
  let last: Promise<void> = Promise.resolve()
  const steps = [sendWaiting, pollSent, askSimCards, turnPackages, followMeters]
  const round = async () => {
    // A step that fails does not keep the others from running.
    const failed: unknown[] = []
    for (const step of steps) await step(work).catch(error => failed.push(error))
    if (failed.length > 0) throw failed[0]
  }
  // A round that has not begun will see what the caller has written: it is shared.
  let queued: Promise<void> | undefined
  return {
    tick: () => {
      if (queued) return queued
      const next = last
        .catch(() => undefined)
        .then(() => {
          queued = undefined
          return round()
        })
      queued = next
      last = next
      return next
    },
  }
}

/** Tends the cards from now on, whenever something is due. */
export async function workSimCards(
  { jobs, bus, data }: Pick<Kernel, 'jobs' | 'bus' | 'data'>,
  worker: SimCardWorker,
): Promise<void> {
  bus.on('sim.ordered', () => jobs.nudge(carrierRound))
  await jobs.rounds(carrierRound, async () => {
    await worker.tick()
    const due = await data.scoped(WHOLE, sql => nextDue(sql))
    return again(Math.min(LATEST_MS, Math.max(SOONEST_MS, due - Date.now())))
  })
}

/** When something is due next. Credit sent to a meter is looked for at intervals: no event says that it took it. */
async function nextDue(sql: Sql): Promise<number> {
  const row = await sql.first<{ at: number | null }>(
    `select least(
       (select min(next_at) from sim_order where state = 'waiting'),
       (select min(next_at) from sim_order where state = 'sent'),
       (select min(next_package_at) from sim_card where next_package_at is not null and removed_at is null),
       (select min(coalesce(asked_at, 0)) + $1::bigint from sim_card where removed_at is null and state <> 'disassembled'),
       (select 0 where exists (select from bill where command_id is not null and delivered_at is null
          and coalesce(reason, '') not in ('notDelivered', 'refundDeclined')))) as at`,
    [ASK_EVERY_MS],
  )
  return row?.at ?? Number.MAX_SAFE_INTEGER
}

type Work = Given & { now: () => number }

/** Written as sent before it leaves: an order that is lost on the way is asked for, not forgotten. */
async function sendWaiting({ data, bus, log, carrier, now }: Work): Promise<void> {
  for (;;) {
    const at = now()
    const orders = await data.scoped(WHOLE, sql =>
      sql.query<SentSimOrder>(
        `update sim_order o set state = 'sent', sent_at = $1, updated_at = $1, next_at = $2, attempts = attempts + 1,
           version = version + 1
         from (select id from sim_order where state = 'waiting' and next_at <= $1 order by id limit $3 for update skip locked) w
         where o.id = w.id returning ${SIM_ORDER}`,
        [at, at + FIRST_POLL_MS, carrier.most],
      ),
    )
    if (orders.length === 0) return
    const taken = await attempt(log, () =>
      carrier.order(orders.map(({ number, kind, subject, amount }) => ({ number, kind, subject, amount }))),
    )
    await data.scoped(WHOLE, async sql => {
      for (const order of orders) {
        const taking = taken?.get(order.number)
        if (taking?.taken) await noteUnderWay(sql, order, now())
        else if (taking) await failSimOrder(sql, bus, order, taking.reason, now())
        else await sendAgain(sql, bus, order, now())
      }
    })
    if (!taken) return
  }
}

async function sendAgain(sql: Sql, bus: Bus, order: SentSimOrder, at: number): Promise<void> {
  if (order.attempts >= MOST_ATTEMPTS) return failSimOrder(sql, bus, order, carrierReasons.unreachable, at)
  await sql.change(
    `update sim_order set state = 'waiting', next_at = $2, updated_at = $3, version = version + 1
     where id = $1 and state = 'sent'`,
    [order.id, at + Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** (order.attempts - 1)), at],
  )
}

async function pollSent({ data, bus, log, carrier, now }: Work): Promise<void> {
  const seen = new Set<number>()
  for (;;) {
    const at = now()
    const orders = (
      await data.scoped(WHOLE, sql =>
        sql.query<SentSimOrder>(
          `update sim_order o set next_at = $1 + case when o.created_at < $1 - $5::bigint then $3::bigint else $2::bigint end
           from (select id from sim_order where state = 'sent' and next_at <= $1 order by next_at limit $4 for update skip locked) w
           where o.id = w.id returning ${SIM_ORDER}`,
          [at, POLL_MS, POLL_OLD_MS, carrier.most, 2 * MINUTE_MS],
        ),
      )
    ).filter(({ id }) => !seen.has(id))
    if (orders.length === 0) return
    for (const { id } of orders) seen.add(id)
    const outcomes = await attempt(log, () => carrier.outcomes(orders.map(({ number }) => number)))
    await data.scoped(WHOLE, async sql => {
      for (const order of orders) {
        const outcome = outcomes?.get(order.number)
        if (outcome?.state === 'done') await finishSimOrder(sql, { bus, log }, order, now())
        else if (outcome?.state === 'refused') await failSimOrder(sql, bus, order, outcome.reason, now())
        else if (at - order.createdAt > GIVE_UP_MS)
          await failSimOrder(sql, bus, order, carrierReasons.noAnswer, now())
        else if (outcome?.state === 'unknown') await sendAgain(sql, bus, order, now())
        else if (outcome?.state === 'working') await noteUnderWay(sql, order, now())
      }
    })
    if (!outcomes) return
  }
}

async function askSimCards({ data, log, carrier, now }: Work): Promise<void> {
  for (;;) {
    const at = now()
    const cards = await data.scoped(WHOLE, sql =>
      sql.query<AskedSimCard>(
        `update sim_card c set asked_at = $1
         from (select id from sim_card where removed_at is null and state <> 'disassembled'
           and (asked_at is null or asked_at <= $2) order by asked_at nulls first limit $3 for update skip locked) w
         where c.id = w.id returning c.id, c.iccid, c.state`,
        [at, at - ASK_EVERY_MS, carrier.most],
      ),
    )
    if (cards.length === 0) return
    const iccids = cards.map(({ iccid }) => iccid)
    const answer = await attempt(log, async () => ({
      states: await carrier.states(iccids),
      usage: await carrier.usage(iccids),
    }))
    await data.scoped(WHOLE, async sql => {
      if (answer) await noteSimCards(sql, log, cards, answer, now())
      else
        await sql.change('update sim_card set asked_at = $2 where id = any($1) and asked_at = $3', [
          cards.map(({ id }) => id),
          at - ASK_EVERY_MS + ASK_AGAIN_MS,
          at,
        ])
    })
    if (!answer || cards.length < carrier.most) return
  }
}

async function turnPackages({ data, now }: Work): Promise<void> {
  for (;;) {
    const at = now()
    const turned = await data.scoped(WHOLE, async sql => {
      const cards = await sql.query<{ id: number }>(
        `select id from sim_card where next_package_at <= $1 and removed_at is null
         order by next_package_at limit 100 for update skip locked`,
        [at],
      )
      for (const { id } of cards) await refreshStanding(sql, id, at)
      return cards.length
    })
    if (turned === 0) return
  }
}

/** The bill of a meter is delivered when the meter has taken the credit. */
async function followMeters({ data, bus, now }: Work): Promise<void> {
  await data.scoped(WHOLE, async sql => {
    const over = await sql.query<{ id: number; tenantId: number; state: string }>(
      `select b.id, b.tenant_id as "tenantId", c.state from bill b join device_command c on c.id = b.command_id
       where b.command_id is not null and b.delivered_at is null
         and (c.state = 'done' or c.state in ('failed', 'expired')
           -- What was told once, or is not taken back by the provider, is not told again.
           and coalesce(b.reason, '') not in ('notDelivered', 'refundDeclined')) order by b.id limit 200 for update of b skip locked`,
    )
    for (const { id, tenantId, state } of over) {
      if (state === 'done') await markDelivered(sql, bus, id, now())
      else await markUndelivered(sql, bus, tenantId, id, now())
    }
  })
}

/** Undefined when the carrier could not be spoken with; anything else is a mistake of ours and is thrown. */
async function attempt<Result>(log: Log, call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    log.warn({ fault: error.fault, detail: error.message }, 'The carrier could not be spoken with')
    return undefined
  }
}
