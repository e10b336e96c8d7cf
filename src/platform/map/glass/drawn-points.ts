// Many things that move, on the glass: neighbours are one with a number when zoomed out, else the signs of those in
// sight.
import { HIDDEN, type MapLayer, type Pick } from '../map-port.ts'
import { type Clusters, MOST_COLOURS, SPOT_METRES } from '../maplibre/cluster-points.ts'
import { countWriter, paletteOf, radiusOf, ringEnds } from '../maplibre/cluster-shape.ts'
import { groundColours } from '../maplibre/ground-colours.ts'
import { keepClusters } from '../maplibre/kept-clusters.ts'
import { boxAround } from '../maplibre/slot-box.ts'
import { latitudeOf, longitudeOf } from '../maplibre/world-units.ts'
import { createSheet, type DrawnLayer, type Glass } from './drawn-layer.ts'
import { EARTH_PIXELS, type Frame, fromPixel, type Pixel } from './frame.ts'
import { placeFromMap } from './map-places.ts'
import { createSigns, drawCluster, SIGN, signSize } from './point-signs.ts'
import { inSight, type PointView, pixelAt, pixelOnWay, togetherWith, viewOf } from './point-view.ts'
import { shiftPoints } from './shifted-points.ts'

type Points = Extract<MapLayer, { kind: 'points' }>

/** A cluster opens so near at most. */
const NEAREST_ZOOM = 21
/** The squares of clusters are counted from an earth of 512 pixels. */
const ZOOM_APART = 1
/** Pixels around those inside when a cluster opens. */
const FIT_PADDING = 70
const NUMBER_FONT = '600 12px Inter, "Noto Sans", system-ui, sans-serif'

interface DrawnCluster extends Pixel {
  of: Clusters
  cluster: number
  size: number
}

export function drawPoints(glass: Glass, id: string, first: Points): DrawnLayer<Points> {
  const sheet = createSheet(glass)
  const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  const now = () => performance.now() / 1000
  const write = countWriter(glass.language)
  const kept = keepClusters(() => glass.redraw(id))
  let layer = first
  let shifted = shiftPoints(layer.points)
  let signs = createSigns(layer.looks, glass.dark())
  let chosen: ReadonlySet<number> = new Set(layer.selected)
  let rings = paletteOf(layer.looks)
  /** What is drawn: slot, x, y, … */
  let drawnSlots: number[] = []
  let drawnClusters: DrawnCluster[] = []

  const listen = () => {
    shifted.take('all', now(), true)
    return layer.points.subscribe(changed => {
      if (!shifted.take(changed, now(), still())) return
      kept.moved(changed !== 'all')
      glass.redraw(id)
    })
  }
  let stop = listen()

  const isUrgent = (slot: number) => layer.looks[shifted.columns.look(slot)]?.shape === 'diamond'

  const drawSlots = (context: CanvasRenderingContext2D, view: PointView, slots: Iterable<number>) => {
    const { width, height, scale } = view.frame
    const seconds = now()
    const across = signSize(Math.log2(scale / EARTH_PIXELS), layer.cluster)
    for (const slot of slots) {
      const look = shifted.columns.look(slot)
      if (look === HIDDEN || slot >= shifted.columns.size) continue
      const { x, y } = pixelOnWay(shifted.columns, slot, view, seconds)
      if (x < -SIGN || y < -SIGN || x > width + SIGN || y > height + SIGN) continue
      if (chosen.has(slot)) {
        context.beginPath()
        context.arc(x, y, across / 2 + 5, 0, Math.PI * 2)
        context.strokeStyle = groundColours(glass.dark()).accent
        context.lineWidth = 3
        context.stroke()
      }
      signs.draw(context, look, x, y, across)
      drawnSlots.push(slot, x, y)
    }
  }

  const drawClusters = (context: CanvasRenderingContext2D, view: PointView, clusters: Clusters) => {
    const { width, height } = view.frame
    context.font = NUMBER_FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    for (let cluster = 0; cluster < clusters.count; cluster++) {
      const size = clusters.sizes[cluster] ?? 0
      const { x, y } = pixelAt(view, clusters.xs[cluster] ?? 0, clusters.ys[cluster] ?? 0)
      const radius = radiusOf(size)
      if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue
      const ends = ringEnds(clusters.colours.subarray(cluster * MOST_COLOURS, (cluster + 1) * MOST_COLOURS))
      const parts = rings.palette.map((colour, at) => [colour, ends[at] ?? 0] as const)
      drawCluster(context, { x, y, radius }, parts, write(size), glass.dark())
      drawnClusters.push({ of: clusters, cluster, x, y, size })
    }
  }

  const gather = ({ frame, x, y }: PointView) => {
    const zoom = Math.log2(frame.scale / EARTH_PIXELS) - ZOOM_APART
    const seen = { x, y, zoom, wide: frame.width, high: frame.height }
    return kept.of(seen, shifted.columns, { colourOf: rings.colourOf, apart: chosen })
  }

  const draw = (frame: Frame) => {
    const context = sheet.begin(frame)
    if (!context) return
    const view = viewOf(frame)
    const { columns } = shifted
    drawnSlots = []
    drawnClusters = []
    const clusters = layer.cluster ? gather(view) : undefined
    const slots = clusters?.singles ?? inSight(columns, view, slot => chosen.has(slot) || isUrgent(slot))
    const others = [...slots].filter(slot => !chosen.has(slot))
    // What is abnormal lies over the others, what is chosen over everything.
    drawSlots(
      context,
      view,
      others.filter(slot => !isUrgent(slot)),
    )
    drawSlots(context, view, others.filter(isUrgent))
    if (clusters) drawClusters(context, view, clusters)
    drawSlots(context, view, chosen)
    if (columns.movesUntil > now()) glass.redraw(id)
  }

  const clusterAt = ({ x, y }: Pixel) =>
    drawnClusters.findLast(one => Math.hypot(one.x - x, one.y - y) <= radiusOf(one.size))

  /** The nearest drawn slot. */
  const slotAt = ({ x, y }: Pixel, tolerance: number): number | undefined => {
    let best: number | undefined
    let nearest = SIGN / 2 + tolerance
    for (let at = 0; at < drawnSlots.length; at += 3) {
      const far = Math.hypot((drawnSlots[at + 1] ?? 0) - x, (drawnSlots[at + 2] ?? 0) - y)
      if (far <= nearest) [best, nearest] = [drawnSlots[at], far]
    }
    return best
  }

  const openCluster = ({ of, cluster, x, y }: DrawnCluster): Pick | 'done' => {
    const frame = glass.frame()
    const view = viewOf(frame)
    const slots = of.membersOf(cluster).sort((a, b) => a - b)
    const { middle, wide, high, metres } = boxAround(shifted.columns, slots)
    const fits = Math.min(
      Math.max(32, frame.width - 2 * FIT_PADDING) / Math.max(1, wide * view.pixels),
      Math.max(32, frame.height - 2 * FIT_PADDING) / Math.max(1, high * view.pixels),
    )
    const zoom = Math.min(NEAREST_ZOOM, Math.log2((frame.scale / EARTH_PIXELS) * fits))
    // Those in one spot are parted by no zoom.
    if (metres >= SPOT_METRES && glass.zoomTo(pixelAt(view, middle.x, middle.y), zoom)) return 'done'
    return { kind: 'spot', layer: id, slots, at: placeFromMap(fromPixel(frame, { x, y })) }
  }

  return {
    kind: 'points',
    element: sheet.canvas,
    update: next => {
      const before = layer
      layer = next
      if (next.points !== before.points) {
        stop()
        shifted = shiftPoints(next.points)
        stop = listen()
      }
      if (next.looks !== before.looks) {
        signs = createSigns(next.looks, glass.dark())
        rings = paletteOf(next.looks)
      }
      chosen = new Set(next.selected)
      kept.forget()
    },
    draw,
    pick: (pixel, tolerance) => {
      const slot = slotAt(pixel, tolerance / 2)
      const cluster = clusterAt(pixel)
      // A chosen one may lie over a cluster.
      if (cluster && (slot === undefined || !chosen.has(slot))) return openCluster(cluster)
      if (slot === undefined) return undefined
      const { columns } = shifted
      const longitude = longitudeOf(columns.x(slot))
      const at = placeFromMap({ longitude, latitude: latitudeOf(columns.y(slot)) })
      const slots = togetherWith(columns, slot, viewOf(glass.frame()))
      return slots.length > 1
        ? { kind: 'spot', layer: id, slots, at }
        : { kind: 'point', layer: id, slot, at }
    },
    over: (pixel, tolerance) => clusterAt(pixel) !== undefined || slotAt(pixel, tolerance / 2) !== undefined,
    recolour: () => {
      signs = createSigns(layer.looks, glass.dark())
    },
    remove: () => {
      stop()
      kept.stop()
      sheet.canvas.remove()
    },
  }
}
