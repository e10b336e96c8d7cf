// Who may speak in a room with push to talk: one at a time, the others in a queue, whoever has the watch before them. Held by
// the server, which lets nobody else's sound through.

/** Nobody speaks longer without letting go. */
export const LONGEST_TALK_MS = 60_000

/** Somebody who wants to speak, as long as they hold the key. */
export interface Wish {
  key: string
  /** A higher one goes before. */
  rank: number
  since: number
}

export interface Floor {
  holder: (Wish & { until: number }) | undefined
  /** In the order in which they will speak. */
  queue: readonly Wish[]
}

export type FloorEvent =
  | { on: 'ask'; key: string; rank: number; at: number }
  /** The key was let go of, or who held it is gone. */
  | { on: 'release'; key: string; at: number }
  | { on: 'time'; at: number }

export const freeFloor: Floor = { holder: undefined, queue: [] }

/** The next state; the same one when nothing changes. */
export function stepFloor(floor: Floor, event: FloorEvent): Floor {
  const { holder, queue } = floor
  switch (event.on) {
    case 'ask': {
      const { key, rank, at } = event
      if (holder?.key === key || queue.some(wish => wish.key === key)) return floor
      const wish = { key, rank, since: at }
      if (!holder) return { holder: hold(wish, at), queue }
      if (rank <= holder.rank) return { holder, queue: inOrder([...queue, wish]) }
      // Who is interrupted and still holds the key goes on afterwards, before those who came later.
      const { until: _, ...interrupted } = holder
      return { holder: hold(wish, at), queue: inOrder([...queue, interrupted]) }
    }
    case 'release': {
      if (holder?.key === event.key) return next(queue, event.at)
      const left = queue.filter(({ key }) => key !== event.key)
      return left.length === queue.length ? floor : { holder, queue: left }
    }
    case 'time':
      return holder && holder.until <= event.at ? next(queue, event.at) : floor
  }
}

const hold = (wish: Wish, at: number) => ({ ...wish, since: at, until: at + LONGEST_TALK_MS })

function next([first, ...queue]: readonly Wish[], at: number): Floor {
  return first ? { holder: hold(first, at), queue } : freeFloor
}

const inOrder = (wishes: readonly Wish[]): Wish[] =>
  [...wishes].sort((one, other) => other.rank - one.rank || one.since - other.since)
