// How a figure has changed against the period before.

/** A change to more than ten times is not shown as a percentage; both figures stand there anyway. */
const MOST_CHANGE = 10

/** By how much of the earlier figure it has changed; undefined where that says nothing. */
export function changeOf(now: number | null, before: number | null | undefined): number | undefined {
  if (now === null || before === null || before === undefined || before === 0) return undefined
  const change = (now - before) / before
  return Math.abs(change) > MOST_CHANGE ? undefined : change
}
