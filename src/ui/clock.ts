// The clock that ages go by: the server's, once somebody names it.

let read = () => Date.now()

/** Names the clock. Called once at start. */
export function ageBy(clock: () => number): void {
  read = clock
}

/** Now, epoch milliseconds, by that clock. */
export const timeOfAges = (): number => read()
