// How fast work in the background goes through a backlog.
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs the steps of a job, one after the other. */
export type Pace = <Result>(step: () => Promise<Result>) => Promise<Result>

export const atOnce: Pace = step => step()

/** After each step a rest as long as it took: however much has piled up, half of the time belongs to others. */
export function halfTime(signal: AbortSignal): Pace {
  return async step => {
    const began = performance.now()
    const result = await step()
    // Whoever stops the job wants its step ended, not its rest.
    await sleep(performance.now() - began, undefined, { signal }).catch(() => undefined)
    return result
  }
}
