// How a patrol's round stands: which points were reached, which late, which not at all, and where it goes on. Judged anew from the
// visits whenever one comes, so that a phone that was without network changes what was said before.
import { MINUTE_MS } from '../durations.ts'

export const visitWays = ['scan', 'nfc', 'place', 'hand', 'reason'] as const
/** `reason`: nobody was there; why, or why so late, is said. */
export type VisitWay = (typeof visitWays)[number]

export interface PlannedPoint {
  id: number
  /** Until then it is to be reached; epoch milliseconds. */
  dueAt: number
}

export interface Visit {
  pointId: number
  way: VisitWay
  /** When the person was there, by what they say. */
  at: number
  note?: string | null | undefined
}

/**
 * `done` in time, `late` reached after it was due, `excused` not reached and said why, `overdue` not reached yet though due,
 * `missed` not reached when the round was over, `next` the one to go to, `ahead` those behind it.
 */
export type PointState = 'done' | 'late' | 'excused' | 'overdue' | 'missed' | 'next' | 'ahead'

export interface PointStanding<V extends Visit = Visit> {
  pointId: number
  state: PointState
  /** The first time somebody was there. */
  visit: V | undefined
  /** Whole minutes after it was due; 0 while it is not. */
  lateMinutes: number
  /** Somebody has to say why it was late, or was not reached. */
  owesReason: boolean
}

export interface PlannedRound {
  startsAt: number
  endsAt: number
  points: readonly PlannedPoint[]
}

/** A round may be begun so much earlier; who was there before that was there on another one, or their clock is wrong. */
export const EARLY_MS = 15 * MINUTE_MS

const reached = ({ way }: Visit) => way !== 'reason'

/** How each point stands at a moment, in the order of the route. */
export function standingsOf<V extends Visit>(
  { startsAt, endsAt, points }: PlannedRound,
  visits: readonly V[],
  now: number,
): PointStanding<V>[] {
  const sorted = visits.toSorted((a, b) => a.at - b.at)
  const standings = points.map(({ id, dueAt }): PointStanding<V> => {
    const own = sorted.filter(visit => visit.pointId === id)
    const visit = own.find(each => reached(each) && each.at >= startsAt - EARLY_MS)
    const explained = own.some(
      each => (each.note ?? '').trim() !== '' && (each.way === 'reason' || isLate(each, dueAt)),
    )
    if (visit) {
      const late = isLate(visit, dueAt)
      return {
        pointId: id,
        state: late ? 'late' : 'done',
        visit,
        lateMinutes: late ? minutesAfter(dueAt, visit.at) : 0,
        owesReason: late && !explained,
      }
    }
    const over = now >= endsAt
    const due = now >= dueAt + MINUTE_MS
    return {
      pointId: id,
      state: explained ? 'excused' : over ? 'missed' : due ? 'overdue' : 'ahead',
      visit: undefined,
      lateMinutes: due ? minutesAfter(dueAt, Math.min(now, endsAt)) : 0,
      owesReason: due && !explained,
    }
  })
  const next =
    standings.find(({ state }) => state === 'ahead') ?? standings.find(({ state }) => state === 'overdue')
  return standings.map(each => (each === next && each.state === 'ahead' ? { ...each, state: 'next' } : each))
}

// Whole minutes count: who comes within the minute that is said is in time.
const isLate = ({ at }: Visit, dueAt: number): boolean => at >= dueAt + MINUTE_MS
const minutesAfter = (dueAt: number, at: number): number => Math.max(0, Math.floor((at - dueAt) / MINUTE_MS))

/** Where a person goes on: the next point in time, else the first that is overdue. */
export const goingOn = <V extends Visit>(
  standings: readonly PointStanding<V>[],
): PointStanding<V> | undefined =>
  standings.find(({ state }) => state === 'next') ?? standings.find(({ state }) => state === 'overdue')

/** `planned` not begun, `running` between beginning and end, `done` all points reached in time, `partly` late or incomplete, `missed` nobody came. */
export type RoundState = 'planned' | 'running' | 'done' | 'partly' | 'missed'

export interface RoundSum {
  state: RoundState
  /** Reached, in time or late. */
  reached: number
  late: number
  /** Not reached though due, with a reason or without. */
  missed: number
}

/** What a round adds up to at a moment. */
export function sumOf(round: PlannedRound, visits: readonly Visit[], now: number): RoundSum {
  const standings = standingsOf(round, visits, now)
  const count = (...states: readonly PointState[]) =>
    standings.filter(({ state }) => states.includes(state)).length
  const late = count('late')
  const there = count('done', 'late')
  const missed = count('missed', 'excused', 'overdue')
  const all = round.points.length
  const state =
    all > 0 && there === all
      ? late === 0
        ? 'done'
        : 'partly'
      : now >= round.endsAt
        ? there === 0
          ? 'missed'
          : 'partly'
        : there > 0 || now >= round.startsAt
          ? 'running'
          : 'planned'
  return { state, reached: there, late, missed }
}
