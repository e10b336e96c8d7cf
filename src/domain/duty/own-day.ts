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

/** The round to show first: the one that is on, else the next, else the last. */
export function roundNow<R extends Timed>(rounds: readonly R[], now: number): R | undefined {
  const sorted = rounds.toSorted((a, b) => a.startsAt - b.startsAt)
  return (
    sorted.findLast(({ startsAt, endsAt }) => startsAt - EARLY_MS <= now && now < endsAt) ??
    sorted.find(({ startsAt }) => startsAt > now) ??
    sorted.at(-1)
  )
}

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
