// What a person has before them: which round is theirs now, and its visits with those that still wait on the phone.
import { EARLY_MS, type Visit } from './round.ts'

interface Timed {
  startsAt: number
  endsAt: number
}

/** The rounds of a person: of the posts they stand at meanwhile, and of no post; without any shift all of them. */
export function ownRounds<R extends Timed & { postId: number | null }>(
  rounds: readonly R[],
  shifts: readonly (Timed & { postId: number })[],
): R[] {
  if (shifts.length === 0) return [...rounds]
  return rounds.filter(
    round =>
      round.postId === null ||
      shifts.some(
        shift =>
          shift.postId === round.postId && shift.startsAt < round.endsAt && shift.endsAt > round.startsAt,
      ),
  )
}

/** How far somebody is with a round, and when they last were at one of its points. */
export interface Walked {
  far: 'not' | 'partly' | 'wholly'
  /** 0 while nobody was there. */
  lastAt: number
}

/** By points that were reached, or have a reason why not. */
export function walkedOf(points: readonly { id: number }[], visits: readonly Visit[]): Walked {
  const told = points.filter(({ id }) => visits.some(({ pointId }) => pointId === id)).length
  return {
    far: told === 0 ? 'not' : told < points.length ? 'partly' : 'wholly',
    lastAt: Math.max(0, ...visits.map(({ at }) => at)),
  }
}

const isOn = ({ startsAt, endsAt }: Timed, now: number) => startsAt <= now && now < endsAt
const isNear = ({ startsAt, endsAt }: Timed, now: number) => startsAt - EARLY_MS <= now && now < endsAt

/**
 * The round to show first: the one that somebody was on last stays until it is done or over, whatever begins meanwhile. Else
 * the one that is on, else one that may be begun already, else the next, else the last.
 */
export function roundNow<R extends Timed>(
  rounds: readonly R[],
  now: number,
  walked: (round: R) => Walked,
): R | undefined {
  const sorted = rounds.toSorted((a, b) => a.startsAt - b.startsAt)
  const near = sorted
    .filter(round => isNear(round, now))
    .map(round => ({ round, on: isOn(round, now), ...walked(round) }))
  const begun = near.filter(({ far }) => far === 'partly').toSorted((a, b) => a.lastAt - b.lastAt)
  const untouched = near.filter(({ far }) => far === 'not')
  return (
    (begun.at(-1) ?? untouched.findLast(({ on }) => on) ?? untouched[0] ?? near.at(-1))?.round ??
    sorted.find(({ startsAt }) => startsAt > now) ??
    sorted.at(-1)
  )
}

/** Further rounds that are on, or may be begun already. */
export const roundsBeside = <R extends Timed>(rounds: readonly R[], now: number, shown: R): R[] =>
  rounds.filter(round => round !== shown && isNear(round, now)).toSorted((a, b) => a.startsAt - b.startsAt)

/** A visit that is known here, and whether the server has it. */
export type KnownVisit<V extends Visit> = V & { delivered: boolean }

const keyOf = ({ pointId, way, at }: Visit) => `${pointId} ${way} ${at}`

/** Delivered visits with those that wait; one that arrived, while it still stands in the queue, is said once. */
export function withWaiting<V extends Visit, W extends Visit>(
  delivered: readonly V[],
  waiting: readonly W[],
): KnownVisit<V | W>[] {
  const there = new Set(delivered.map(keyOf))
  return [
    ...delivered.map(visit => ({ ...visit, delivered: true })),
    ...waiting.filter(visit => !there.has(keyOf(visit))).map(visit => ({ ...visit, delivered: false })),
  ].sort((a, b) => a.at - b.at)
}
