// Cards of the people who live or work behind the doors of a place.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { DoorCardState } from '../../src/domain/intercom/door.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import { human } from './people.ts'
import type { Chance } from './random.ts'

const CARDS = 40
/** Telephone numbers of holders begin here, beyond those of the devices. */
const FIRST_PHONE = 4000

export interface DemoCard {
  /** Known once it is stored. */
  id: number
  holderName: string
  phone: string
  building: string | null
  unit: string | null
  roomNo: string
  /** The door unit that writes it. */
  home: DemoDevice
  state: Exclude<DoorCardState, 'writing'>
  /** Nobody held it to the door unit in time. */
  failed: boolean
  cardInfo: string | null
  issuedAt: number | null
  issuedBy: Staffed['people'][number] | null
  blockedAt: number | null
  doors: readonly { door: DemoDevice; from: number | null; until: number | null }[]
}

/** Prepared ones, a failed one, blocked ones; the rest is in use. */
function stateOf(number: number): DemoCard['state'] {
  if (number < 5) return 'draft'
  return number < 9 ? 'blocked' : 'issued'
}

export function cardsOf(
  doors: readonly DemoDevice[],
  people: Staffed['people'],
  now: number,
  chance: Chance,
): DemoCard[] {
  return Array.from({ length: CARDS }, (_, number) => {
    const home = chance.pick(doors)
    const { name, phone } = human(chance, FIRST_PHONE + number + home.tenantId * 100)
    const state = stateOf(number)
    const written = state !== 'draft'
    const issuedAt = written
      ? officeTime(now - chance.whole(number < 14 ? 3 : 20, 200) * DAY_MS, chance)
      : null
    return {
      id: 0,
      holderName: name,
      phone,
      building: home.building,
      unit: home.unit,
      roomNo: `${chance.whole(1, 18)}${String(chance.whole(1, 4)).padStart(2, '0')}`,
      home,
      state,
      failed: number === 0,
      cardInfo: written ? numberOf(number, chance) : null,
      issuedAt,
      issuedBy: written ? chance.pick(people.slice(0, 4)) : null,
      blockedAt: state === 'blocked' ? officeTime(now - chance.whole(1, 12) * DAY_MS, chance) : null,
      doors: written ? doorsOf(number, home, doors, now, chance) : [],
    }
  })
}

/** Eight hexadecimal digits, as the readers of door units give them. */
const numberOf = (number: number, chance: Chance) =>
  (chance.whole(0x10_00_00, 0xff_ff_ff) * 256 + number).toString(16).toUpperCase().padStart(8, '0')

/** Some time of a working day in China, on the day of a moment. */
function officeTime(at: number, chance: Chance): number {
  const midnight = at - ((at + 8 * HOUR_MS) % DAY_MS)
  return midnight + chance.whole(9 * 60, 17 * 60) * MINUTE_MS + chance.whole(0, 59) * 1000
}

function doorsOf(
  number: number,
  home: DemoDevice,
  doors: readonly DemoDevice[],
  now: number,
  chance: Chance,
): DemoCard['doors'] {
  const gates = doors.slice(0, 2)
  const others = doors.filter(door => door !== home && !gates.includes(door))
  // A door that is away has not heard of its rights yet.
  const away = number % 9 === 0 ? others.find(door => door.offlineAt !== null) : undefined
  const further = others.length > 0 ? [away ?? chance.pick(others)] : []
  const chosen = [...new Set([home, ...gates, ...further])]
  return chosen.map(door => ({ door, ...validityOf(number, now) }))
}

/** Most for good; some for a lease that ends, has ended, or has not begun. */
function validityOf(number: number, now: number): { from: number | null; until: number | null } {
  if (number % 11 === 3) return { from: now - 180 * DAY_MS, until: now - 9 * DAY_MS }
  if (number % 11 === 6) return { from: now + 6 * DAY_MS, until: now + 371 * DAY_MS }
  if (number % 4 === 1) return { from: null, until: now + (60 + number * 7) * DAY_MS }
  return { from: null, until: null }
}
