// Live points in the map's own places, in the columns that clusters are made from.
import { toGcj } from '../coordinates.ts'
import type { LivePoints } from '../map-port.ts'
import { PointColumns } from '../maplibre/point-columns.ts'

export interface ShiftedPoints {
  readonly columns: PointColumns
  /** Takes over what changed; seconds of the layer's clock. True when anything looks different. */
  take(changed: readonly number[] | 'all', now: number, still: boolean): boolean
}

/** What stands still is not shifted again: of 100,000 few have moved since the last time. */
export function shiftPoints(points: LivePoints): ShiftedPoints {
  const columns = new PointColumns()
  let known = new Float64Array()
  let longitudes = new Float64Array()
  let latitudes = new Float64Array()

  const grow = () => {
    if (longitudes.length >= points.size) return
    const room = Math.max(points.size, Math.min(points.longitudes.length, points.size * 2))
    const before = [known, longitudes, latitudes] as const
    known = new Float64Array(room * 2).fill(Number.NaN)
    longitudes = new Float64Array(room)
    latitudes = new Float64Array(room)
    known.set(before[0])
    longitudes.set(before[1])
    latitudes.set(before[2])
  }
  const shift = (slot: number) => {
    const [longitude, latitude] = [
      points.longitudes[slot] ?? Number.NaN,
      points.latitudes[slot] ?? Number.NaN,
    ]
    if (known[slot * 2] === longitude && known[slot * 2 + 1] === latitude) return
    known[slot * 2] = longitude
    known[slot * 2 + 1] = latitude
    const shifted = toGcj({ longitude, latitude })
    longitudes[slot] = shifted.longitude
    latitudes[slot] = shifted.latitude
  }
  const shifted = (): LivePoints => ({
    size: points.size,
    longitudes,
    latitudes,
    looks: points.looks,
    subscribe: points.subscribe,
  })
  return {
    columns,
    take: (changed, now, still) => {
      grow()
      if (changed === 'all' || points.size !== columns.size) {
        for (let slot = 0; slot < points.size; slot++) shift(slot)
        return columns.takeAll(shifted(), now, still)
      }
      const taken = shifted()
      let different = false
      for (const slot of changed) {
        if (slot >= points.size) continue
        shift(slot)
        different = columns.take(taken, slot, now, still) || different
      }
      return different
    },
  }
}
