// SIM cards of the demo: one in every device that was ever online, some in the drawer, packages and what runs on whom.
import type { SimState } from '../../src/domain/billing/sim-card.ts'
import { DEFAULT_ZONE, packageEnd } from '../../src/domain/billing/validity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { isSilent } from '../modules/sim-cards/sandbox-carrier.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import { iccidOf, imsiOf } from './identifiers.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import { type DemoPackage, packageFor } from './sim-packages.ts'

const SPARE = 40
/** Serial numbers of cards in the drawer begin here, beyond those of all devices; each tenant has a stretch. */
const FIRST_SPARE = 50_000

interface Card {
  id: number
  iccid: string
  serial: number
  carrier: 'mobile' | 'telecom'
  state: SimState
  intent: 'active' | 'suspended'
  refused: string | null
  device: DemoDevice | undefined
  offer: DemoPackage | undefined
  startsAt: number
  endsAt: number
  used: number
  total: number
}

/** Makes the cards of a tenant, what runs on them, and how they came into their devices. */
export async function seedSimCards(
  sql: Sql,
  fleet: readonly DemoDevice[],
  staffed: Staffed,
  given: { packages: readonly DemoPackage[]; now: number },
): Promise<void> {
  const { now } = given
  const { tenantId } = staffed
  const chance = chanceOf(tenantId * 6151 + 11)
  const numbered = await sql.query<{ id: number; iccid: string }>(
    `select id, iccid from device where tenant_id = $1 and iccid <> ''`,
    [tenantId],
  )
  const iccids = new Map(numbered.map(({ id, iccid }) => [id, iccid]))
  const cards = [
    ...fleet
      .filter(device => device.activatedAt !== null && iccids.has(device.id))
      .map((device, place) => boundCard(device, iccids.get(device.id) ?? '', place, given, chance)),
    ...Array.from({ length: SPARE }, (_, place) => spareCard(tenantId, place)),
  ]
  await storeCards(sql, tenantId, cards, now, chance)
  await storePackages(sql, tenantId, cards, now)
  await storeBindings(sql, staffed, cards, now, chance)
  await storeOrders(sql, staffed, cards, now, chance)
  await storeReported(sql, cards, now)
}

function boundCard(
  device: DemoDevice,
  iccid: string,
  place: number,
  { packages, now }: { packages: readonly DemoPackage[]; now: number },
  chance: Chance,
): Card {
  const carrier = chance.happens(0.2) ? 'telecom' : 'mobile'
  const { state, intent, refused } = fateOf(place)
  const offer = place % 53 === 19 ? undefined : packageFor(packages, device.kind, carrier)
  const startsAt = now - chance.whole(1, Math.max(2, (offer?.validityDays ?? 30) - 1)) * DAY_MS
  const share = shareOf(place, chance)
  const used = offer ? Math.round((offer.megabytes ?? 0) * share * 10) / 10 : chance.whole(1, 40)
  return {
    id: 0,
    iccid,
    serial: place,
    carrier,
    state,
    intent,
    refused,
    device,
    offer,
    startsAt,
    endsAt: offer ? packageEnd(startsAt, offer.validityDays, DEFAULT_ZONE) : 0,
    used,
    total: used + chance.whole(20, 900),
  }
}

/** Most are at work; some are suspended, refused to be, or were stopped by the carrier itself. */
function fateOf(place: number): Pick<Card, 'state' | 'intent' | 'refused'> {
  if (place % 41 === 7) return { state: 'stopped', intent: 'suspended', refused: null }
  if (place % 97 === 23) return { state: 'liveActive', intent: 'suspended', refused: 'realNameMissing' }
  if (place % 113 === 31) return { state: 'stopped', intent: 'active', refused: 'arrears' }
  if (place % 89 === 47) return { state: 'stopped', intent: 'active', refused: null }
  if (place % 61 === 13) return { state: 'testActive', intent: 'active', refused: null }
  if (place % 131 === 59) return { state: 'exception', intent: 'active', refused: null }
  return { state: 'liveActive', intent: 'active', refused: null }
}

function shareOf(place: number, chance: Chance): number {
  if (place % 29 === 11) return 1.04
  if (place % 17 === 5) return 0.8 + chance.next() * 0.19
  return 0.05 + chance.next() * 0.7
}

const drawer: readonly SimState[] = [
  'activatable',
  'activatable',
  'activatable',
  'activatable',
  'testActive',
  'stopped',
  'activatable',
  'disassembled',
]

function spareCard(tenantId: number, place: number): Card {
  const serial = FIRST_SPARE + tenantId * 1000 + place
  return {
    id: 0,
    iccid: iccidOf(serial),
    serial,
    carrier: place % 5 === 0 ? 'telecom' : 'mobile',
    state: drawer[place % drawer.length] ?? 'activatable',
    intent: place % drawer.length === 5 ? 'suspended' : 'active',
    refused: null,
    device: undefined,
    offer: undefined,
    startsAt: 0,
    endsAt: 0,
    used: 0,
    total: 0,
  }
}

/** When a card was used last: with its device, long ago where it is silent. */
function usedAt({ device, iccid, state }: Card, now: number, chance: Chance): number | null {
  if (!device) return null
  if (isSilent(iccid)) return now - chance.whole(9, 40) * DAY_MS
  if (state === 'stopped') return now - chance.whole(1, 6) * DAY_MS
  return device.lastMessageAt
}

async function storeCards(
  sql: Sql,
  tenantId: number,
  cards: readonly Card[],
  now: number,
  chance: Chance,
): Promise<void> {
  const ids = await insertRows(
    sql,
    'sim_card',
    cards.map(card => {
      const asked = now - chance.whole(1, 14) * MINUTE_MS
      const { offer, device, endsAt } = card
      const opened = device?.activatedAt ?? now - 60 * DAY_MS
      return {
        tenant_id: tenantId,
        version: 1,
        created_at: opened - 6 * DAY_MS,
        updated_at: asked,
        iccid: card.iccid,
        imsi: imsiOf(card.serial + 30_000),
        access_number: `${card.carrier === 'mobile' ? '1440' : '1410'}${String(100_000_000 + card.serial * 13).slice(0, 9)}`,
        supply_code: `GY${String(tenantId).padStart(2, '0')}-${String(Math.floor(card.serial / 50) + 1).padStart(4, '0')}`,
        carrier: card.carrier,
        opened_at: opened - 8 * DAY_MS,
        state: card.state,
        intent: card.intent,
        order_state: card.refused === null ? 'none' : 'failed',
        order_reason: card.refused,
        ordered_at:
          card.intent === 'suspended' || card.refused !== null ? now - chance.whole(1, 60) * HOUR_MS : null,
        device_id: device?.id ?? null,
        package_id: offer?.id ?? null,
        package_ends_at: offer ? endsAt : null,
        next_package_at: offer ? endsAt : null,
        used_megabytes: card.used,
        quota_megabytes: offer?.megabytes ?? null,
        total_megabytes: card.total,
        base_megabytes: card.total - card.used,
        activated_at: device?.activatedAt ?? null,
        last_used_at: usedAt(card, now, chance),
        checked_at: asked,
        asked_at: asked,
      }
    }),
    'id',
  )
  for (const [index, card] of cards.entries()) card.id = ids[index] ?? 0
}

async function storePackages(sql: Sql, tenantId: number, cards: readonly Card[], now: number): Promise<void> {
  const rows = cards.flatMap(({ id, offer, startsAt, endsAt }) =>
    offer
      ? [
          {
            tenant_id: tenantId,
            card_id: id,
            package_id: offer.id,
            package_name: offer.name,
            type: 'data',
            megabytes: offer.megabytes,
            starts_at: startsAt,
            ends_at: endsAt,
            created_at: Math.min(startsAt, now),
          },
        ]
      : [],
  )
  const ids = await insertRows(sql, 'card_package', rows, 'id')
  await sql.change(
    'update sim_card c set period_id = n.p from unnest($1::bigint[], $2::bigint[]) as n (i, p) where c.id = n.i',
    [rows.map(({ card_id }) => card_id), ids],
  )
}

async function storeBindings(
  sql: Sql,
  { tenantId, people }: Staffed,
  cards: readonly Card[],
  now: number,
  chance: Chance,
): Promise<void> {
  const spare = cards.filter(
    card => !card.device && (card.state === 'stopped' || card.state === 'disassembled'),
  )
  const binding = (card: Card, device: DemoDevice, boundAt: number, unboundAt: number | null) => ({
    tenant_id: tenantId,
    version: 1,
    created_at: boundAt,
    updated_at: unboundAt ?? boundAt,
    card_id: card.id,
    device_id: device.id,
    iccid: card.iccid,
    imei: device.imei,
    bound_by: chance.pick(people).name,
    bound_at: boundAt,
    unbound_by: unboundAt === null ? null : chance.pick(people).name,
    unbound_at: unboundAt,
  })
  const rows = cards.flatMap((card, place) => {
    const { device } = card
    if (!device) return []
    const first = (device.activatedAt ?? now) - DAY_MS
    const before = spare[place]
    // What lies in the drawer now was in a device before.
    if (!before) return [binding(card, device, first, null)]
    const changed = first + Math.floor((now - first) / 2)
    return [binding(before, device, first, changed), binding(card, device, changed + 20 * MINUTE_MS, null)]
  })
  await insertRows(sql, 'sim_binding', rows)
}

async function storeOrders(
  sql: Sql,
  { tenantId, people }: Staffed,
  cards: readonly Card[],
  now: number,
  chance: Chance,
): Promise<void> {
  const rows = cards
    .filter(card => card.intent === 'suspended' || card.refused !== null)
    .map(card => {
      const at = now - chance.whole(2, 60) * HOUR_MS
      const person = chance.pick(people)
      return {
        tenant_id: tenantId,
        version: 3,
        created_at: at,
        updated_at: at + 8000,
        number: `GHDEMO${tenantId}X${card.id}`,
        kind: card.intent === 'suspended' ? 'suspend' : 'resume',
        state: card.refused === null ? 'done' : 'failed',
        reason: card.refused,
        card_id: card.id,
        subject: card.iccid,
        user_id: person.id,
        user_name: person.name,
        attempts: 1,
        next_at: at,
        sent_at: at + 400,
        finished_at: at + 8000,
      }
    })
  await insertRows(sql, 'sim_order', rows)
}

/** Every device has said which card is in it; a few say another one than is bound. */
async function storeReported(sql: Sql, cards: readonly Card[], now: number): Promise<void> {
  const bound = cards.filter(card => card.device)
  const free = cards.find(card => !card.device && card.state === 'activatable')
  const reported = bound.map(card => ({ deviceId: card.device?.id, iccid: card.iccid }))
  const others = [free?.iccid, bound[3]?.iccid, iccidOf(99_000 + (bound[0]?.id ?? 0))]
  for (const [at, iccid] of others.entries()) {
    const one = reported[20 + at * 9]
    if (one && iccid) one.iccid = iccid
  }
  await sql.change(
    `update device d set told_iccid = n.c, told_iccid_at = $3, iccid = coalesce(
       (select x.iccid from sim_card x where x.device_id = d.id), d.iccid)
     from unnest($1::bigint[], $2::text[]) as n (i, c) where d.id = n.i`,
    [reported.map(({ deviceId }) => deviceId), reported.map(({ iccid }) => iccid), now - 5 * HOUR_MS],
  )
}
