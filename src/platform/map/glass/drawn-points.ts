// Many things that move, on the glass: clusters when zoomed out, else the signs of those in sight.
import { HIDDEN, type MapLayer, type Pick } from '../map-port.ts'
import {
  CLUSTER_EVERY_MS,
  CLUSTER_UNTIL,
  type Clusters,
  clusterPoints,
  MOST_COLOURS,
  SPOT_METRES,
  SPOT_PIXELS,
} from '../maplibre/cluster-points.ts'
import { countWriter, radiusOf, ringEnds } from '../maplibre/cluster-shape.ts'
import { groundColours } from '../maplibre/ground-colours.ts'
import { MOTION_SECONDS, STRIDE } from '../maplibre/point-columns.ts'
import { apart, latitudeOf, longitudeOf } from '../maplibre/world-units.ts'
import { createSheet, type DrawnLayer, type Glass } from './drawn-layer.ts'
import { EARTH_PIXELS, type Frame, fromPixel, type Pixel } from './frame.ts'
import { placeFromMap } from './map-places.ts'
import { createSigns, drawCluster, SIGN, signSize } from './point-signs.ts'
import { shiftPoints } from './shifted-points.ts'

type Points = Extract<MapLayer, { kind: 'points' }>

/** From here on every point stands for itself. The squares of clusters are counted from an earth of 512 pixels. */
const ALONE_ZOOM = CLUSTER_UNTIL + 1
/** Pixels around those inside when a cluster opens. */
const FIT_PADDING = 70
/** More signs than this are not drawn where they would only cover each other. */
const MOST_SIGNS = 2000
const EQUATOR_METRES = 40_075_016
const WORLD = 2 ** 32
const WORDS = STRIDE / 4
const NUMBER_FONT = '600 12px Inter, "Noto Sans", system-ui, sans-serif'

/** Where the middle of a frame is, in parts of the world, and how many pixels a part is. */
const viewOf = (frame: Frame) => {
  const share = (frame.left + frame.width / 2) / frame.scale
  return {
    x: (share - Math.floor(share)) * WORLD,
    y: ((frame.top + frame.height / 2) / frame.scale) * WORLD,
    pixels: frame.scale / WORLD,
  }
}

export function drawPoints(glass: Glass, id: string, first: Points): DrawnLayer<Points> {
  const sheet = createSheet(glass)
  const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  const now = () => performance.now() / 1000
  const write = countWriter(glass.language)
  let layer = first
  let shifted = shiftPoints(layer.points)
  let signs = createSigns(layer.looks, glass.dark())
  let chosen: ReadonlySet<number> = new Set(layer.selected)
  let palette: string[] = []
  let colourOf = new Uint8Array()
  /** Clusters of the surroundings, for as long as the view stays within them and nothing moved. */
  let made: { clusters: Clusters; zoom: number; x: number; y: number; wide: number; high: number } | undefined
  let madeAt = 0
  let moved = false
  let later: ReturnType<typeof setTimeout> | undefined
  /** What is drawn: slot, x, y, …; clusters apart. */
  let drawnSlots: number[] = []
  let drawnClusters: { of: Clusters; cluster: number; x: number; y: number; size: number }[] = []

  const colours = () => {
    palette = [...new Set(layer.looks.map(look => look.colour))].slice(0, MOST_COLOURS)
    colourOf = Uint8Array.from(layer.looks, look => Math.max(0, palette.indexOf(look.colour)))
  }
  const listen = () =>
    layer.points.subscribe(changed => {
      if (!shifted.take(changed, now(), still())) return
      moved = true
      glass.redraw(id)
    })
  colours()
  shifted.take('all', now(), true)
  let stop = listen()

  /** Pixels of where a slot is now, on its way. */
  const pixelOf = (slot: number, frame: Frame, view: ReturnType<typeof viewOf>, at: number): Pixel => {
    const { words } = shifted.columns
    const word = slot * WORDS
    const since = new Float32Array(words.buffer, words.byteOffset + (word + 4) * 4, 1)[0] ?? 0
    const share = Math.min(1, Math.max(0, (at - since) / MOTION_SECONDS))
    const eased = 1 - (1 - share) ** 3
    const on = (axis: number) => {
      const [next = 0, before = 0] = [words[word + axis], words[word + axis + 2]]
      return share === 1 ? next : before + eased * apart(next, before)
    }
    return {
      x: frame.width / 2 + apart(on(0), view.x) * view.pixels,
      y: frame.height / 2 + (on(1) - view.y) * view.pixels,
    }
  }

  const clustersIn = (frame: Frame, view: ReturnType<typeof viewOf>): Clusters => {
    const zoom = Math.max(0, Math.floor(Math.log2(frame.scale / EARTH_PIXELS)) - 1)
    const [wide, high] = [frame.width / view.pixels, frame.height / view.pixels]
    const inside =
      made?.zoom === zoom &&
      Math.abs(apart(view.x, made.x)) + wide / 2 <= made.wide &&
      Math.abs(view.y - made.y) + high / 2 <= made.high
    const wait = moved ? madeAt + CLUSTER_EVERY_MS - performance.now() : 0
    if (made && inside && (!moved || wait > 0)) {
      if (moved)
        later ??= setTimeout(() => {
          later = undefined
          glass.redraw(id)
        }, wait)
      return made.clusters
    }
    const clusters = clusterPoints(shifted.columns, {
      zoom,
      view: { x: view.x, y: view.y, halfWide: Math.min(wide, WORLD / 2), halfHigh: high },
      colourOf,
      apart: chosen,
    })
    made = { clusters, zoom, x: view.x, y: view.y, wide, high }
    madeAt = performance.now()
    moved = false
    return clusters
  }

  /** Slots to be drawn each for itself: those in sight, thinned where there are too many. */
  const inSight = (frame: Frame, view: ReturnType<typeof viewOf>): number[] => {
    const { columns } = shifted
    const [halfWide, halfHigh] = [
      (frame.width / 2 + SIGN) / view.pixels,
      (frame.height / 2 + SIGN) / view.pixels,
    ]
    const slots: number[] = []
    for (let slot = 0; slot < columns.size; slot++) {
      if (columns.look(slot) === HIDDEN) continue
      if (Math.abs(apart(columns.x(slot), view.x)) > halfWide) continue
      if (Math.abs(columns.y(slot) - view.y) <= halfHigh) slots.push(slot)
    }
    if (slots.length <= MOST_SIGNS) return slots
    const cell = Math.sqrt((frame.width * frame.height) / MOST_SIGNS) / view.pixels
    const taken = new Set<number>()
    return slots.filter(slot => {
      const key = Math.floor(columns.x(slot) / cell) * 1e6 + Math.floor(columns.y(slot) / cell)
      if (taken.has(key) && !chosen.has(slot)) return false
      taken.add(key)
      return true
    })
  }

  const drawClusters = (context: CanvasRenderingContext2D, frame: Frame, clusters: Clusters) => {
    const view = viewOf(frame)
    context.font = NUMBER_FONT
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    for (let cluster = 0; cluster < clusters.count; cluster++) {
      const size = clusters.sizes[cluster] ?? 0
      const x = frame.width / 2 + apart(clusters.xs[cluster] ?? 0, view.x) * view.pixels
      const y = frame.height / 2 + ((clusters.ys[cluster] ?? 0) - view.y) * view.pixels
      const radius = radiusOf(size)
      if (x < -radius || y < -radius || x > frame.width + radius || y > frame.height + radius) continue
      const ends = ringEnds(clusters.colours.subarray(cluster * MOST_COLOURS, (cluster + 1) * MOST_COLOURS))
      const parts = palette.map((colour, at) => [colour, ends[at] ?? 0] as const)
      drawCluster(context, { x, y, radius }, parts, write(size), glass.dark())
      drawnClusters.push({ of: clusters, cluster, x, y, size })
    }
  }

  const draw = (frame: Frame) => {
    const context = sheet.begin(frame)
    if (!context) return
    const view = viewOf(frame)
    const at = now()
    const across = signSize(Math.log2(frame.scale / EARTH_PIXELS))
    drawnSlots = []
    drawnClusters = []
    const clustered = layer.cluster && frame.scale < EARTH_PIXELS * 2 ** ALONE_ZOOM
    const clusters = clustered ? clustersIn(frame, view) : undefined
    const slots = clusters ? [...clusters.singles, ...chosen] : inSight(frame, view)
    const drawSlot = (slot: number) => {
      const look = shifted.columns.look(slot)
      if (look === HIDDEN || slot >= shifted.columns.size) return
      const { x, y } = pixelOf(slot, frame, view, at)
      if (x < -SIGN || y < -SIGN || x > frame.width + SIGN || y > frame.height + SIGN) return
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
    for (const slot of slots) if (!chosen.has(slot)) drawSlot(slot)
    if (clusters) drawClusters(context, frame, clusters)
    for (const slot of chosen) drawSlot(slot)
    if (shifted.columns.movesUntil > at) glass.redraw(id)
  }

  const clusterAt = ({ x, y }: Pixel) =>
    drawnClusters.findLast(one => Math.hypot(one.x - x, one.y - y) <= radiusOf(one.size))

  /** The nearest drawn sign, as its place in `drawnSlots`. */
  const signAt = ({ x, y }: Pixel, reach: number): number => {
    let [best, nearest] = [-1, SIGN / 2 + reach]
    for (let at = 0; at < drawnSlots.length; at += 3) {
      const far = Math.hypot((drawnSlots[at + 1] ?? 0) - x, (drawnSlots[at + 2] ?? 0) - y)
      if (far <= nearest) [best, nearest] = [at, far]
    }
    return best
  }

  const placeOfSlot = (slot: number) =>
    placeFromMap({
      longitude: longitudeOf(shifted.columns.x(slot)),
      latitude: latitudeOf(shifted.columns.y(slot)),
    })

  /** All that stand where this one does, the thinned ones too. */
  const together = (slot: number, frame: Frame): number[] => {
    const { columns } = shifted
    const near = SPOT_PIXELS / viewOf(frame).pixels
    const [x, y] = [columns.x(slot), columns.y(slot)]
    const slots: number[] = []
    for (let other = 0; other < columns.size; other++)
      if (
        columns.look(other) !== HIDDEN &&
        Math.abs(apart(columns.x(other), x)) <= near &&
        Math.abs(columns.y(other) - y) <= near
      )
        slots.push(other)
    return slots
  }

  const openCluster = ({ of, cluster, x, y }: (typeof drawnClusters)[number]): Pick | 'done' => {
    const { columns } = shifted
    const frame = glass.frame()
    const view = viewOf(frame)
    const slots = of.membersOf(cluster)
    const [some = 0] = slots
    let [west, east, north, south] = [0, 0, 0, 0]
    for (const slot of slots) {
      const [across, down] = [apart(columns.x(slot), columns.x(some)), columns.y(slot) - columns.y(some)]
      west = Math.min(west, across)
      east = Math.max(east, across)
      north = Math.min(north, down)
      south = Math.max(south, down)
    }
    const spot = placeOfSlot(some)
    const metres =
      (Math.hypot(east - west, south - north) / WORLD) *
      EQUATOR_METRES *
      Math.cos((spot.latitude * Math.PI) / 180)
    const fits = Math.log2(
      Math.min(
        Math.max(32, frame.width - 2 * FIT_PADDING) / Math.max(1, (east - west) * view.pixels),
        Math.max(32, frame.height - 2 * FIT_PADDING) / Math.max(1, (south - north) * view.pixels),
      ),
    )
    const middle = {
      x: frame.width / 2 + (apart(columns.x(some), view.x) + (west + east) / 2) * view.pixels,
      y: frame.height / 2 + (columns.y(some) - view.y + (north + south) / 2) * view.pixels,
    }
    const zoom = Math.min(ALONE_ZOOM, Math.log2(frame.scale / EARTH_PIXELS) + fits)
    // Those in one spot are parted by no zoom.
    if (metres >= SPOT_METRES && glass.zoomTo(middle, zoom)) return 'done'
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
        shifted.take('all', now(), true)
        stop = listen()
      }
      if (next.looks !== before.looks) {
        signs = createSigns(next.looks, glass.dark())
        colours()
      }
      chosen = new Set(next.selected)
      made = undefined
    },
    draw,
    pick: (pixel, reach) => {
      const sign = signAt(pixel, reach / 2)
      const cluster = clusterAt(pixel)
      // A selected one may lie over a cluster.
      if (cluster && (sign < 0 || !chosen.has(drawnSlots[sign] ?? -1))) return openCluster(cluster)
      if (sign < 0) return undefined
      const slot = drawnSlots[sign] ?? 0
      const slots = together(slot, glass.frame())
      const at = placeOfSlot(slot)
      if (slots.length > 1) return { kind: 'spot', layer: id, slots, at }
      return { kind: 'point', layer: id, slot, at }
    },
    over: (pixel, reach) => clusterAt(pixel) !== undefined || signAt(pixel, reach / 2) >= 0,
    recolour: () => {
      signs = createSigns(layer.looks, glass.dark())
    },
    remove: () => {
      stop()
      clearTimeout(later)
      sheet.canvas.remove()
    },
  }
}
