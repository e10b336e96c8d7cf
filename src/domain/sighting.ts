// One code held in front of a camera is read ten times a second: when it counts as read again.

/** Out of sight for so long, and it may be read once more: somebody takes two of the same thing. */
const OUT_OF_SIGHT_MS = 1_500

export interface Sighting {
  code: string
  /** When it was seen last, epoch ms. */
  at: number
}

/** Whether what is seen now is a new reading, and what was seen last after it. */
export function sighted(
  before: Sighting | undefined,
  code: string,
  at: number,
): { last: Sighting; isNew: boolean } {
  const isNew = before === undefined || before.code !== code || at - before.at >= OUT_OF_SIGHT_MS
  return { last: { code, at }, isNew }
}
