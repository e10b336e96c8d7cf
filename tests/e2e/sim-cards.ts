// SIM cards of a test's own, and cards of the demo that are at work: what the walks over cards and money start from.
import { createHash } from 'node:crypto'
import { type Api, first, type Row } from './console.ts'
import { fresh } from './people.ts'

export interface OwnCard {
  id: number
  iccid: string
}

/** A card as it is on the wire, as far as the walks look into it. */
export interface CardRow extends Row {
  iccid: string
  intent: string
  orderState: string
  orderReason: string | null
  deviceName: string | null
  packageName: string | null
  nextPackageName: string | null
}

let made = Math.floor(Math.random() * 1_000)
/** 20 digits that no card of the demo has: those of the demo have another maker behind the operator. */
function freshIccid(): string {
  made = (made + 1) % 1_000
  return `89860099${String(Date.now()).slice(-9)}${String(made).padStart(3, '0')}`
}

/** Cards in the drawer: of China Mobile, without a device and without a package. */
export async function makeCards(api: Api, count: number, supplyCode = fresh('S')): Promise<OwnCard[]> {
  const cards: OwnCard[] = []
  for (let at = 0; at < count; at++) {
    const iccid = freshIccid()
    const answer = await api.post('iotCard/simCard/save', { iccid, carrier: 'mobile', supplyCode })
    if (answer.code !== 0) throw new Error(`card: ${JSON.stringify(answer)}`)
    cards.push({ id: answer.data.id, iccid })
  }
  return cards
}

/** Takes the cards of a test away, out of whatever device they are in. */
export async function dropCards(api: Api, cards: readonly OwnCard[]): Promise<void> {
  if (cards.length === 0) return
  for (const { iccid } of cards) {
    const bound = await api.get('iotCard/simBinding/page', { iccid, state: 'bound' })
    const ids = bound.data.list.map(row => row.id)
    if (ids.length > 0) await api.post('iotCard/simBinding/unbind', { ids })
  }
  await api.post('iotCard/simCard/remove', { ids: cards.map(({ id }) => id) })
}

/** A card as it stands now. */
export async function cardOf(api: Api, iccid: string): Promise<CardRow> {
  const { data } = await api.get<{ list: CardRow[] }>('iotCard/simCard/page', { iccid })
  return first(data.list)
}

// The embedded carrier refuses the same cards at every start, found by their numbers.
const refuses = (iccid: string) =>
  createHash('sha256').update(`suspend ${iccid}`).digest().readUInt32BE(0) % 37 === 0

/** Cards of the demo at work: so many that the carrier suspends, and one whose holder it does not know. */
export async function workingCards(
  api: Api,
  count: number,
): Promise<{ willing: CardRow[]; unknown: CardRow }> {
  const { data } = await api.get<{ list: CardRow[] }>('iotCard/simCard/page', {
    state: 'liveActive',
    intent: 'active',
    bound: true,
    size: 500,
  })
  const free = data.list.filter(({ orderState }) => orderState === 'none')
  const willing = free.filter(({ iccid }) => !refuses(iccid)).slice(0, count)
  return { willing, unknown: first(free.filter(({ iccid }) => refuses(iccid))) }
}
