// What happened at the doors: what calls and cards led to, and what the doors did by themselves.
import { MINUTE_MS } from '../../src/domain/durations.ts'
import type { DoorEventKind } from '../../src/domain/intercom/door.ts'
import type { Staffed } from './accounts.ts'
import { CALL_WEEKS, type DemoCall, visitAt } from './door-calls.ts'
import type { DemoCard } from './door-cards.ts'
import type { DemoDevice } from './fleet.ts'
import type { Chance } from './random.ts'

const DAYS = CALL_WEEKS * 7

type Person = Staffed['people'][number]

export interface DemoEvent {
  door: DemoDevice
  kind: DoorEventKind
  person_id: number | null
  person_name: string | null
  card_info: string | null
  call_id: number | null
  reason: string | null
  at: number
}

interface Given {
  doors: readonly DemoDevice[]
  cards: readonly DemoCard[]
  calls: readonly DemoCall[]
  remote: readonly { door: DemoDevice; person: Person }[]
  now: number
  chance: Chance
}

const event = (
  door: DemoDevice,
  kind: DoorEventKind,
  at: number,
  more: Partial<DemoEvent> = {},
): DemoEvent => ({
  door,
  kind,
  person_id: null,
  person_name: null,
  card_info: null,
  call_id: null,
  reason: null,
  at,
  ...more,
})

/** Everything in the order of time; nothing after a door went away, nothing in the future. */
export function eventsOf(given: Given): DemoEvent[] {
  return [...fromCalls(given), ...fromCards(given), ...fromAfar(given), ...fromDoors(given)]
    .filter(({ door, at }) => at < (door.offlineAt ?? given.now) - MINUTE_MS)
    .sort((a, b) => a.at - b.at)
}

function fromCalls({ calls }: Given): DemoEvent[] {
  return calls.flatMap(({ id, door, by, unlockedAt }) =>
    door && unlockedAt !== null
      ? [event(door, 'unlocked', unlockedAt, { person_id: by.id, person_name: by.name, call_id: id })]
      : [],
  )
}

function fromCards({ cards, now, chance }: Given): DemoEvent[] {
  return cards.flatMap(card => {
    const { cardInfo, issuedAt, holderName } = card
    if (cardInfo === null || issuedAt === null) return []
    const mine = { person_name: holderName, card_info: cardInfo }
    const visits = Array.from({ length: chance.whole(8, 30) }, () => {
      const { door, from, until } = chance.pick(card.doors)
      const at = visitAt(now, chance)
      if (at < issuedAt + 5 * MINUTE_MS) return undefined
      const valid =
        (from === null || at >= from) &&
        (until === null || at < until) &&
        (card.blockedAt === null || at < card.blockedAt)
      // Who is refused does not come back day after day.
      if (!valid && !chance.happens(0.2)) return undefined
      return event(door, valid ? 'cardOpened' : 'cardRefused', at, mine)
    }).filter(each => each !== undefined)
    return [event(card.home, 'cardIssued', issuedAt, mine), ...visits]
  })
}

/** People with a right of their own unlock without a call; once in a while the door cannot be reached. */
function fromAfar({ remote, now, chance }: Given): DemoEvent[] {
  return remote.flatMap(({ door, person }) =>
    Array.from({ length: chance.whole(1, 4) }, () => {
      const failed = chance.happens(0.12)
      return event(door, failed ? 'unlockFailed' : 'unlocked', visitAt(now, chance), {
        person_id: person.id,
        person_name: person.name,
        reason: failed ? 'offline' : null,
      })
    }),
  )
}

function fromDoors({ doors, now, chance }: Given): DemoEvent[] {
  return doors.flatMap(door => [
    ...Array.from({ length: chance.whole(4, 12) }, () => event(door, 'exitButton', visitAt(now, chance))),
    ...(chance.happens(0.25) ? [event(door, 'heldOpen', visitAt(now, chance, DAYS))] : []),
  ])
}
