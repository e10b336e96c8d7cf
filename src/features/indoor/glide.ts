// Where something is on its way between two places: a device that is told of once a second moves evenly.

export interface Move {
  fromX: number
  fromY: number
  toX: number
  toY: number
  /** Milliseconds of any clock that only goes forward. */
  begun: number
}

export const GLIDE_MS = 1800
/** A longer move than anybody walks meanwhile is shown as a jump. */
export const FARTHEST_GLIDE_METRES = 15

export function placeOf({ fromX, fromY, toX, toY, begun }: Move, now: number): { x: number; y: number } {
  const part = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS))
  return { x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part }
}

/** The moves after new positions came: from where each device is drawn now to where it is. */
export function movesTo(
  before: ReadonlyMap<number, Move>,
  places: readonly { id: number; x: number; y: number }[],
  now: number,
  still = false,
): Map<number, Move> {
  const moves = new Map<number, Move>()
  for (const { id, x, y } of places) {
    const known = before.get(id)
    if (known && known.toX === x && known.toY === y) {
      moves.set(id, known)
      continue
    }
    const seen = known && placeOf(known, now)
    const glides = seen && !still && Math.hypot(x - seen.x, y - seen.y) <= FARTHEST_GLIDE_METRES
    moves.set(id, { fromX: glides ? seen.x : x, fromY: glides ? seen.y : y, toX: x, toY: y, begun: now })
  }
  return moves
}

/** Whether anything still moves. */
export const anyMoves = (moves: ReadonlyMap<number, Move>, now: number): boolean =>
  [...moves.values()].some(
    ({ fromX, fromY, toX, toY, begun }) => (fromX !== toX || fromY !== toY) && now - begun < GLIDE_MS,
  )
