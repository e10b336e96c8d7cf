// The clock that ages go by: the server's, once somebody names it.

let read = () => Date.now()

/** Names the clock. Called once at start. */
export function ageBy(clock: () => number): void {
  read = clock
}

/** Now, epoch milliseconds, by that clock. */
export const timeOfAges = (): number => read()

/**
 * A moment of the device's own clock, by the clock of ages: when something was fetched is noted by the first. To the
 * second, so that it is the same from look to look.
 */
export const byAges = (own: number): number => own + Math.round((read() - Date.now()) / 1000) * 1000
