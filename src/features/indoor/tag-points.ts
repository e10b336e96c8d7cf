// A crowd of devices on a floor as live points: each keeps its slot, so that the map lets it glide to its next place.
import { METRE_DEGREES } from '../../domain/indoor/plan.ts'
import { HIDDEN, type LivePoints } from '../../platform/map/map-port.ts'

/** A device as it is drawn. */
export interface DrawnTag {
  id: number
  /** Metres on the plan. */
  x: number
  y: number
  look: number
}

export interface TagPoints {
  points: LivePoints
  /** Sets who is on the floor now; everybody else is removed. */
  take(tags: readonly DrawnTag[]): void
  slotOf(id: number): number | undefined
  idOf(slot: number): number | undefined
}

const FIRST_ROOM = 256

export function createTagPoints(): TagPoints {
  const slots = new Map<number, number>()
  const ids: (number | undefined)[] = []
  /** Of those that have gone. */
  let free: number[] = []
  let longitudes = new Float64Array(FIRST_ROOM)
  let latitudes = new Float64Array(FIRST_ROOM)
  let looks = new Uint8Array(FIRST_ROOM).fill(HIDDEN)
  const listeners = new Set<(changed: readonly number[] | 'all') => void>()

  const grow = (wanted: number) => {
    if (wanted <= looks.length) return
    const room = wanted * 2
    const before = { longitudes, latitudes, looks }
    longitudes = new Float64Array(room)
    latitudes = new Float64Array(room)
    looks = new Uint8Array(room).fill(HIDDEN)
    longitudes.set(before.longitudes)
    latitudes.set(before.latitudes)
    looks.set(before.looks)
  }
  const slotFor = (id: number): number => {
    const known = slots.get(id)
    if (known !== undefined) return known
    const slot = free.pop() ?? ids.length
    slots.set(id, slot)
    ids[slot] = id
    return slot
  }
  const write = (slot: number, longitude: number, latitude: number, look: number): boolean => {
    if (longitudes[slot] === longitude && latitudes[slot] === latitude && looks[slot] === look) return false
    longitudes[slot] = longitude
    latitudes[slot] = latitude
    looks[slot] = look
    return true
  }

  return {
    points: {
      get size() {
        return ids.length
      },
      get longitudes() {
        return longitudes
      },
      get latitudes() {
        return latitudes
      },
      get looks() {
        return looks
      },
      subscribe: listener => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    take: tags => {
      grow(ids.length + tags.length)
      const gone = new Map(slots)
      const changed: number[] = []
      for (const { id, x, y, look } of tags) {
        gone.delete(id)
        const slot = slotFor(id)
        if (write(slot, x * METRE_DEGREES, y * METRE_DEGREES, look)) changed.push(slot)
      }
      for (const [id, slot] of gone) {
        slots.delete(id)
        ids[slot] = undefined
        looks[slot] = HIDDEN
        changed.push(slot)
      }
      // Freed slots are given out with the next call only, when the map has removed their devices: else a new device would
      // glide from where another one stood.
      free = [...free, ...gone.values()]
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    },
    slotOf: id => slots.get(id),
    idOf: slot => ids[slot],
  }
}
