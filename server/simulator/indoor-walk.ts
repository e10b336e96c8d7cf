// How somebody walks through a building: along corridors, into rooms, with pauses. Places are parts of the plan.

/** Corners of corridors and middles of rooms, from the lower left corner; and which of them are joined. */
interface Ways {
  nodes: readonly (readonly [across: number, up: number])[]
  next: readonly (readonly number[])[]
}

const ROOMS = 6
/** Height of the corridors, and of the middles of the rooms below and above them. */
const LEVELS = { below: 0.2, lower: 0.41, upper: 0.59, above: 0.8 } as const

export const roomMiddle = (room: number): number => (room + 0.5) / ROOMS

/** Two corridors with rooms at their outer sides, joined at three places. */
export const WAYS: Ways = waysOf()

function waysOf(): Ways {
  const nodes: (readonly [number, number])[] = []
  const next: number[][] = []
  const join = (a: number, b: number) => {
    next[a]?.push(b)
    next[b]?.push(a)
  }
  const add = (across: number, up: number) => {
    next.push([])
    return nodes.push([across, up]) - 1
  }
  let [lowerBefore, upperBefore]: [number?, number?] = []
  for (let room = 0; room < ROOMS; room++) {
    const across = roomMiddle(room)
    const [lower, upper] = [add(across, LEVELS.lower), add(across, LEVELS.upper)]
    join(lower, add(across, LEVELS.below))
    join(upper, add(across, LEVELS.above))
    if (lowerBefore !== undefined) join(lowerBefore, lower)
    if (upperBefore !== undefined) join(upperBefore, upper)
    if (room === 0 || room === ROOMS - 1 || room === ROOMS / 2) join(lower, upper)
    ;[lowerBefore, upperBefore] = [lower, upper]
  }
  return { nodes, next }
}

export interface Walker {
  x: number
  y: number
}

const METRES_PER_SECOND = 1.1
/** So many seconds somebody stays in a room. */
const LONGEST_STAY = 70
const TREMBLE_METRES = 0.25

/** Somebody on a plan of this size; `next` answers from 0 to 1, without 1. */
export function createWalker(
  { width, height }: { width: number; height: number },
  next: () => number,
): { walk(seconds: number): Walker | undefined } {
  const place = (node: number): Walker => {
    const [across = 0.5, up = 0.5] = WAYS.nodes[node] ?? []
    return { x: across * width, y: up * height }
  }
  const cents = (metres: number) => Math.round(metres * 100) / 100
  let before = -1
  let towards = Math.floor(next() * WAYS.nodes.length)
  let at = place(towards)
  let stays = next() * 20
  // Not all walk in one line.
  const [asideX, asideY] = [(next() - 0.5) * 2.4, (next() - 0.5) * 1.6]
  return {
    /** Undefined while it stands still. */
    walk: seconds => {
      if (stays > 0) {
        stays -= seconds
        return undefined
      }
      let left = METRES_PER_SECOND * seconds
      while (left > 0 && stays <= 0) {
        const goal = place(towards)
        const far = Math.hypot(goal.x - at.x, goal.y - at.y)
        const part = far === 0 ? 1 : Math.min(1, left / far)
        at = { x: at.x + (goal.x - at.x) * part, y: at.y + (goal.y - at.y) * part }
        left -= far
        if (part < 1) break
        const ways = WAYS.next[towards] ?? []
        // A room has one way: back. On a corridor one goes on.
        if (ways.length === 1) stays = 8 + next() * LONGEST_STAY
        const onward = ways.filter(node => node !== before)
        const choice = onward.length > 0 ? onward : ways
        ;[before, towards] = [towards, choice[Math.floor(next() * choice.length)] ?? towards]
      }
      const tremble = () => (next() - 0.5) * 2 * TREMBLE_METRES
      return { x: cents(at.x + asideX + tremble()), y: cents(at.y + asideY + tremble()) }
    },
  }
}
