// Where something was recorded, in stretches of time: files of a minute as what one sees.

export interface Stretch {
  from: number
  to: number
}

/** From the last picture of a file to the first of the next one passes the time of a picture, or of a few. */
export const NEXT_MS = 1_500

/** Stretches of one camera, rising, as they follow each other: held ones and others stay apart. */
export function joined<One extends Stretch & { held: boolean }>(stretches: readonly One[]): One[] {
  const all: One[] = []
  for (const next of stretches) {
    const last = all.at(-1)
    if (last && last.held === next.held && next.from - last.to <= NEXT_MS)
      last.to = Math.max(last.to, next.to)
    else all.push({ ...next })
  }
  return all
}

/** Stretches of all cameras as one list: touching ones are one. */
export function together(lanes: readonly (readonly Stretch[])[]): Stretch[] {
  const all = lanes.flat().sort((one, other) => one.from - other.from)
  const list: Stretch[] = []
  for (const { from, to } of all) {
    const last = list.at(-1)
    if (last && from - last.to <= NEXT_MS) last.to = Math.max(last.to, to)
    else list.push({ from, to })
  }
  return list
}

/**
 * The one that has the moment, of files that rise and lie apart; the last picture of one stands until the next one begins.
 */
export function stretchAt<One extends Stretch>(stretches: readonly One[], at: number): One | undefined {
  const found = stretches.findLast(({ from }) => from <= at)
  return found && at < found.to + NEXT_MS ? found : undefined
}
