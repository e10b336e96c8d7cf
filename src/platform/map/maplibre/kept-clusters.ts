// Clusters of what is around the view, kept for as long as the view stays within them and nothing has moved.
import { CLUSTER_EVERY_MS, type Clusters, clusterPoints } from './cluster-points.ts'
import type { PointColumns } from './point-columns.ts'
import { apart, pixelsPerUnit } from './world-units.ts'

/** How far around the middle clusters are made, in views: moving the map must not make them anew. */
const AROUND = 1.25

export interface SeenView {
  /** The middle, in parts of the world. */
  x: number
  y: number
  /** Of an earth of 512 pixels; need not be whole. */
  zoom: number
  /** CSS pixels. */
  wide: number
  high: number
  /** On its way to another zoom: clusters of the last one will do for a moment. */
  zooming?: boolean
}

/** How the clusters are made, whatever is seen. */
export interface ClusterWay {
  /** Which of the colours a look has. */
  colourOf: Uint8Array
  /** Slots that stand alone whatever is near them. */
  apart: ReadonlySet<number>
}

export interface KeptClusters {
  of(view: SeenView, columns: PointColumns, way: ClusterWay): Clusters
  /** Something has moved: they are made anew soon, at once when it was not only a few. */
  moved(few: boolean): void
  /** Other points or others that stand alone: they are made anew now. */
  forget(): void
  stop(): void
}

/** `again` is called when clusters that were left as they were for a while have to be drawn anew. */
export function keepClusters(again: () => void): KeptClusters {
  let made: { clusters: Clusters; zoom: number; x: number; y: number; wide: number; high: number } | undefined
  let madeAt = 0
  let moved = false
  /** When the first of few moved; to count 100,000 anew for it can wait a moment. */
  let fewSince = 0
  let later: ReturnType<typeof setTimeout> | undefined

  const waitLonger = (milliseconds: number) => {
    later ??= setTimeout(() => {
      later = undefined
      again()
    }, milliseconds)
  }
  return {
    of: ({ x, y, zoom: exact, wide: across, high: down, zooming }, columns, way) => {
      const zoom = Math.max(0, Math.floor(exact))
      const scale = pixelsPerUnit(zoom)
      const [wide, high] = [across / scale, down / scale]
      const seen =
        made !== undefined &&
        (made.zoom === zoom || zooming) &&
        Math.abs(apart(x, made.x)) + wide / 2 <= made.wide &&
        Math.abs(y - made.y) + high / 2 <= made.high
      if (made && seen) {
        if (!moved && made.zoom === zoom) return made.clusters
        const wait = Math.max(madeAt, fewSince) + CLUSTER_EVERY_MS - performance.now()
        if (wait > 0) {
          waitLonger(wait)
          return made.clusters
        }
      }
      const around = { x, y, halfWide: wide * AROUND, halfHigh: high * AROUND }
      const clusters = clusterPoints(columns, { zoom, view: around, ...way })
      made = { clusters, zoom, x, y, wide: around.halfWide, high: around.halfHigh }
      madeAt = performance.now()
      moved = false
      return clusters
    },
    moved: few => {
      if (!few) fewSince = 0
      else if (!moved) fewSince = performance.now()
      moved = true
    },
    forget: () => {
      made = undefined
    },
    stop: () => clearTimeout(later),
  }
}
