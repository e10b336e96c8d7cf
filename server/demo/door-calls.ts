// Three weeks of calls: from door units at the hours when visitors come, and a few between colleagues.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/durations.ts'
import type { CallEnd, CallKind } from '../../src/domain/intercom/call.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import type { Chance } from './random.ts'

export const CALL_WEEKS = 3
/** Calls a week and door, on the average. */
const A_WEEK = 1.6
const DIRECT_CALLS = 14
/** Hours of the day in China, as often as somebody rings then. */
const visiting = [
  7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 12, 13, 14, 15, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20,
  21, 22,
] as const

type Person = Staffed['people'][number]

export interface DemoCall {
  /** Known once it is stored. */
  id: number
  kind: CallKind
  door: DemoDevice | null
  caller: Person | null
  callee: Person | null
  roomNo: string | null
  startedAt: number
  answeredAt: number | null
  endedAt: number
  endReason: CallEnd
  unlockedAt: number | null
  /** Who answered, if anybody did. */
  by: Person
}

/** A moment of the last weeks at an hour when people are about. */
export function visitAt(now: number, chance: Chance, days = CALL_WEEKS * 7): number {
  const midnight = now - ((now + 8 * HOUR_MS) % DAY_MS) - chance.whole(0, days - 1) * DAY_MS
  return midnight + chance.pick(visiting) * HOUR_MS + chance.whole(0, 3599) * SECOND_MS
}

export function callsOf(
  doors: readonly DemoDevice[],
  people: Staffed['people'],
  now: number,
  chance: Chance,
): DemoCall[] {
  // Those who may answer, the ones at the desk more often than their colleagues.
  const desk = [...people.slice(0, 4), ...people.slice(0, 4), ...people.slice(4, 8)]
  const rung = Array.from({ length: Math.max(30, Math.round(doors.length * A_WEEK * CALL_WEEKS)) }, () => {
    const door = chance.pick(doors)
    return {
      door,
      startedAt: visitAt(now, chance),
      roomNo: `${chance.whole(1, 18)}${String(chance.whole(1, 4)).padStart(2, '0')}`,
    }
  }).filter(({ door, startedAt }) => startedAt < (door.offlineAt ?? now) - 10 * MINUTE_MS)
  const atDoors = apart(rung).map(({ door, startedAt, roomNo }) => ({
    ...outcomeOf(startedAt, chance),
    id: 0,
    kind: 'door' as const,
    door,
    caller: null,
    callee: null,
    roomNo,
    startedAt,
    by: chance.pick(desk),
  }))
  const direct = Array.from({ length: DIRECT_CALLS }, () => {
    const startedAt = Math.min(visitAt(now, chance), now - HOUR_MS)
    const at = chance.whole(0, people.length - 2)
    const [caller, callee] = [people[at], people[at + 1]]
    if (!caller || !callee) return undefined
    const outcome = { ...outcomeOf(startedAt, chance), unlockedAt: null }
    return {
      ...outcome,
      id: 0,
      kind: 'direct' as const,
      door: null,
      caller,
      callee,
      roomNo: null,
      startedAt,
      by: callee,
    }
  }).filter(call => call !== undefined)
  return [...atDoors, ...direct].sort((a, b) => a.startedAt - b.startedAt)
}

/** A door has one call at a time. */
function apart<Call extends { door: DemoDevice; startedAt: number }>(calls: readonly Call[]): Call[] {
  const sorted = [...calls].sort((a, b) => a.startedAt - b.startedAt)
  const last = new Map<number, number>()
  return sorted.filter(({ door, startedAt }) => {
    const free = startedAt - (last.get(door.id) ?? 0) > 5 * MINUTE_MS
    if (free) last.set(door.id, startedAt)
    return free
  })
}

type Outcome = Pick<DemoCall, 'answeredAt' | 'endedAt' | 'endReason' | 'unlockedAt'>

function outcomeOf(startedAt: number, chance: Chance): Outcome {
  if (chance.happens(0.31)) {
    const gaveUp = chance.happens(0.35)
    const endedAt = startedAt + (gaveUp ? chance.whole(6, 25) : 30) * SECOND_MS
    return { answeredAt: null, endedAt, endReason: gaveUp ? 'cancelled' : 'expired', unlockedAt: null }
  }
  const answeredAt = startedAt + chance.whole(3, 22) * SECOND_MS
  const seconds = chance.happens(0.08) ? chance.whole(120, 420) : chance.whole(9, 75)
  const unlocked = chance.happens(0.72)
  return {
    answeredAt,
    endedAt: answeredAt + seconds * SECOND_MS,
    endReason: chance.happens(0.04) ? 'lost' : 'hangUp',
    unlockedAt: unlocked ? answeredAt + chance.whole(4, Math.max(5, seconds - 3)) * SECOND_MS : null,
  }
}
