// The embedded carrier: behaves like a real one without being one. It answers late, passes through the states between,
// refuses now and then, and counts what the devices' own traffic would have used.
import { createHash } from 'node:crypto'
import { type SimState, simMayBeOrdered, simOrderSteps } from '../../../src/domain/billing/sim-card.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import {
  type CarrierPort,
  type CarrierRequest,
  type CarrierState,
  type CarrierUsage,
  carrierReasons,
  type Outcome,
  type Taking,
} from './carrier.ts'

const MOST = 200
/** How late it answers, from one number of an order to the other. */
const LATE_MS = { least: 2_000, most: 9_000 }

/** Megabytes that a kind of device uses in an hour online. */
const appetite: Record<string, number> = { camera: 9, doorUnit: 3, helmet: 0.6, watch: 0.2, wristband: 0.12 }
const OTHERS = 0.05

/** A number below `of` that depends on the text alone: picks the same cards at every start. */
const lot = (text: string, of: number) => createHash('sha256').update(text).digest().readUInt32BE(0) % of

/** A card that its device never uses, although it reports that it is in it. */
export const isSilent = (iccid: string) => lot(`silent ${iccid}`, 41) === 0
const refusalOf = ({ kind, subject }: CarrierRequest): string | null => {
  if (kind === 'suspend' && lot(`suspend ${subject}`, 37) === 0) return carrierReasons.realName
  if (kind === 'resume' && lot(`resume ${subject}`, 43) === 0) return carrierReasons.arrears
  return kind === 'phoneTopUp' && subject.endsWith('0000') ? carrierReasons.unknownCard : null
}
const latenessOf = (number: string) => LATE_MS.least + lot(number, LATE_MS.most - LATE_MS.least)

interface Card {
  iccid: string
  state: SimState
  thenState: SimState | null
  thenAt: number | null
  megabytes: number
  lastUsedAt: number | null
  countedAt: number | null
}

/** A carrier whose memory is in the database, so that it outlives a restart and serves several processes. */
export function createSandboxCarrier({
  data,
  now = Date.now,
  speed = 1,
}: {
  data: Data
  now?: () => number
  /** How many times faster than life it answers. */
  speed?: number
}): CarrierPort {
  const work = <Result>(job: (sql: Sql) => Promise<Result>) => data.scoped(WHOLE, job)
  return {
    most: MOST,
    states: iccids =>
      work(async sql => {
        const cards = await cardsOf(sql, iccids, now())
        const begun = await sql.query<{ iccid: string; at: number | null }>(
          `select c.iccid, d.activated_at as at from sim_card c join device d on d.id = c.device_id
           where c.iccid = any($1) and c.removed_at is null`,
          [iccids],
        )
        const activated = new Map(begun.map(({ iccid, at }) => [iccid, at]))
        return new Map(
          cards.map(({ iccid, state }): [string, CarrierState] => [
            iccid,
            { state, activatedAt: state === 'activatable' ? null : (activated.get(iccid) ?? null) },
          ]),
        )
      }),
    usage: iccids => work(sql => count(sql, iccids, now())),
    order: requests =>
      work(async sql => {
        const taken = new Map<string, Taking>()
        for (const request of requests) taken.set(request.number, await take(sql, request, now(), speed))
        return taken
      }),
    outcomes: numbers =>
      work(async sql => {
        const rows = await sql.query<{ number: string; dueAt: number; reason: string | null }>(
          'select number, due_at as "dueAt", reason from sandbox_order where number = any($1)',
          [numbers],
        )
        const found = new Map(rows.map(row => [row.number, row]))
        return new Map(
          numbers.map((number): [string, Outcome] => {
            const order = found.get(number)
            if (!order) return [number, { state: 'unknown' }]
            if (order.dueAt > now()) return [number, { state: 'working' }]
            return [
              number,
              order.reason === null ? { state: 'done' } : { state: 'refused', reason: order.reason },
            ]
          }),
        )
      }),
  }
}

/** The carrier's own rows of these cards; a card that it does not know yet begins as the console has it. */
async function cardsOf(sql: Sql, iccids: readonly string[], at: number): Promise<Card[]> {
  await sql.change(
    `insert into sandbox_card (iccid, state, megabytes, last_used_at, counted_at)
     select c.iccid, c.state, c.total_megabytes, c.last_used_at, $2 from sim_card c
     where c.iccid = any($1) and c.removed_at is null on conflict (iccid) do nothing`,
    [iccids, at],
  )
  await sql.change(
    `update sandbox_card set state = then_state, then_state = null, then_at = null
     where iccid = any($1) and then_at <= $2`,
    [iccids, at],
  )
  // The first traffic activates a card.
  await sql.change(
    `update sandbox_card x set state = 'liveActive' from sim_card c join device_state s on s.device_id = c.device_id
     where x.iccid = any($1) and x.state = 'activatable' and c.iccid = x.iccid and c.removed_at is null
       and s.state in ('online', 'abnormal')`,
    [iccids],
  )
  return sql.query<Card>(
    `select iccid, state, then_state as "thenState", then_at as "thenAt", megabytes, last_used_at as "lastUsedAt",
       counted_at as "countedAt" from sandbox_card where iccid = any($1) order by iccid for update`,
    [[...iccids].sort()],
  )
}

async function count(sql: Sql, iccids: readonly string[], at: number): Promise<Map<string, CarrierUsage>> {
  const cards = await cardsOf(sql, iccids, at)
  const heard = await sql.query<{ iccid: string; kind: string; at: number | null }>(
    `select c.iccid, d.kind, s.last_message_at as at from sim_card c join device d on d.id = c.device_id
     join device_state s on s.device_id = c.device_id where c.iccid = any($1) and c.removed_at is null`,
    [iccids],
  )
  const traffic = new Map(heard.map(row => [row.iccid, row]))
  const counted = cards.map(card => ({ ...card, ...usageOf(card, traffic.get(card.iccid), at) }))
  await sql.change(
    `update sandbox_card x set megabytes = n.m, last_used_at = n.u, counted_at = $4
     from unnest($1::text[], $2::float8[], $3::bigint[]) as n (i, m, u) where x.iccid = n.i`,
    [
      counted.map(({ iccid }) => iccid),
      counted.map(({ megabytes }) => megabytes),
      counted.map(({ lastUsedAt }) => lastUsedAt),
      at,
    ],
  )
  return new Map(
    counted.map(({ iccid, megabytes, lastUsedAt }) => [iccid, { totalMegabytes: megabytes, lastUsedAt }]),
  )
}

/** What the device has used since it was counted last: only while the line is open, and only if it goes over this card. */
export function usageOf(
  card: Pick<Card, 'iccid' | 'state' | 'megabytes' | 'lastUsedAt' | 'countedAt'>,
  traffic: { kind: string; at: number | null } | undefined,
  now: number,
): { megabytes: number; lastUsedAt: number | null } {
  const { iccid, state, megabytes, lastUsedAt } = card
  const same = { megabytes, lastUsedAt }
  if (!traffic || traffic.at === null || isSilent(iccid)) return same
  if (state !== 'liveActive' && state !== 'testActive') return same
  const until = Math.min(traffic.at, now)
  const since = Math.max(card.countedAt ?? until, lastUsedAt ?? 0)
  if (until <= since) return { megabytes, lastUsedAt: Math.max(lastUsedAt ?? 0, until) }
  const used = ((until - since) / HOUR_MS) * (appetite[traffic.kind] ?? OTHERS)
  return { megabytes: Math.round((megabytes + used) * 1000) / 1000, lastUsedAt: until }
}

async function take(sql: Sql, request: CarrierRequest, at: number, speed: number): Promise<Taking> {
  const { number, kind, subject, amount } = request
  if (await sql.first('select number from sandbox_order where number = $1', [number])) return { taken: true }
  const dueAt = at + Math.round(latenessOf(number) / speed)
  const reason = refusalOf(request)
  if (kind === 'suspend' || kind === 'resume') {
    const [card] = await cardsOf(sql, [subject], at)
    if (!card) return { taken: false, reason: carrierReasons.unknownCard }
    if (card.thenState !== null || !simMayBeOrdered(card.state, kind))
      return { taken: false, reason: carrierReasons.notAllowed }
    const { over, to } = simOrderSteps[kind]
    // Also for an order that it will refuse: it says so only later.
    await sql.change('update sandbox_card set state = $2, then_state = $3, then_at = $4 where iccid = $1', [
      subject,
      over,
      reason === null ? to : card.state,
      dueAt,
    ])
  }
  await sql.change(
    `insert into sandbox_order (number, kind, subject, amount, due_at, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [number, kind, subject, amount, dueAt, reason, at],
  )
  return { taken: true }
}
