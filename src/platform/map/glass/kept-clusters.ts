// Clusters of what is around the view, kept for as long as the view stays within them and nothing has moved.
import { CLUSTER_EVERY_MS, type Clusters, clusterPoints } from '../maplibre/cluster-points.ts'
import type { PointColumns } from '../maplibre/point-columns.ts'
import { apart } from '../maplibre/world-units.ts'
import { EARTH_PIXELS } from './frame.ts'
import { type PointView, WORLD } from './point-view.ts'

/** The squares of clusters are counted from an earth of 512 pixels. */
const ZOOM_APART = 1

export interface KeptClusters {
  of(view: PointView, columns: PointColumns, colourOf: Uint8Array, alone: ReadonlySet<number>): Clusters
  /** Something has moved: they are made anew soon, and no more often than needed. */
  moved(): void
  /** Other points or others that stand alone: they are made anew now. */
  forget(): void
  stop(): void
}

/** `again` is called when clusters that were left as they were for a while have to be drawn anew. */
export function keepClusters(again: () => void): KeptClusters {
  let made: { clusters: Clusters; zoom: number; x: number; y: number; wide: number; high: number } | undefined
  let madeAt = 0
  let moved = false
  let later: ReturnType<typeof setTimeout> | undefined

  const waitLonger = (milliseconds: number) => {
    later ??= setTimeout(() => {
      later = undefined
      again()
    }, milliseconds)
  }
  return {
    of: (view, columns, colourOf, alone) => {
      const { frame, x, y, pixels } = view
      const zoom = Math.max(0, Math.floor(Math.log2(frame.scale / EARTH_PIXELS) - ZOOM_APART))
      const [wide, high] = [frame.width / pixels, frame.height / pixels]
      const inside =
        made?.zoom === zoom &&
        Math.abs(apart(x, made.x)) + wide / 2 <= made.wide &&
        Math.abs(y - made.y) + high / 2 <= made.high
      const wait = moved ? madeAt + CLUSTER_EVERY_MS - performance.now() : 0
      if (made && inside && (!moved || wait > 0)) {
        if (moved) waitLonger(wait)
        return made.clusters
      }
      const around = { x, y, halfWide: Math.min(wide, WORLD / 2), halfHigh: high }
      const clusters = clusterPoints(columns, { zoom, view: around, colourOf, apart: alone })
      made = { clusters, zoom, x, y, wide, high }
      madeAt = performance.now()
      moved = false
      return clusters
    },
    moved: () => {
      moved = true
    },
    forget: () => {
      made = undefined
    },
    stop: () => clearTimeout(later),
  }
}
