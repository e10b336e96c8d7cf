// How long steps take: what the half and nine of ten are done within.
import type { RunEvent, RunStep } from './response-run.ts'
import { foldRun } from './response-run.ts'

/** Of numbers in rising order, the one that this share of them does not exceed (nearest rank). */
export function atShare(rising: readonly number[], share: number): number | undefined {
  return rising[Math.max(0, Math.ceil(share * rising.length) - 1)]
}

export interface StepTimes {
  count: number
  /** Milliseconds from the alarm. */
  median: number
  ninety: number
}

/** Undefined where nobody has done it yet. */
export function stepTimes(durations: readonly number[]): StepTimes | undefined {
  const rising = durations.toSorted((a, b) => a - b)
  const [median, ninety] = [atShare(rising, 0.5), atShare(rising, 0.9)]
  return median === undefined || ninety === undefined ? undefined : { count: rising.length, median, ninety }
}

/** How long after the alarm each step of a run was done; a clock that was behind counts as at once. */
export function durationsOf(
  steps: readonly Pick<RunStep, 'key'>[],
  events: readonly RunEvent[],
  raisedAt: number,
): ReadonlyMap<string, number> {
  const durations = new Map<string, number>()
  for (const [key, state] of foldRun(steps, events))
    if (state.is === 'done') durations.set(key, Math.max(0, state.at - raisedAt))
  return durations
}
