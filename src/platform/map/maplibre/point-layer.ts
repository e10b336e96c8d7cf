// Very many things that move, drawn by a layer of our own; neighbours are one with a number when zoomed out.
import type { CustomLayerInterface } from 'maplibre-gl'
import type { LivePoints, MapLayer, Pick } from '../map-port.ts'
import { toPlace } from './camera.ts'
import {
  CLUSTER_EVERY_MS,
  type Clusters,
  clusterPoints,
  MOST_COLOURS,
  SPOT_METRES,
  SPOT_PIXELS,
  type View,
} from './cluster-points.ts'
import { clusterBuffers, countWriter, radiusOf } from './cluster-shape.ts'
import { groundColours } from './ground-colours.ts'
import type { ClusterPick, LaidLayer, LayerGround, Pixel } from './laid-layer.ts'
import { drawLooks, FigureAtlas } from './point-atlas.ts'
import { MOTION_SECONDS, PointColumns } from './point-columns.ts'
import { type Frame, PointPainter } from './point-painter.ts'
import { apart, latitudeOf, longitudeOf, originAt, pixelsPerUnit } from './world-units.ts'

type Points = Extract<MapLayer, { kind: 'points' }>

/** How far around what is seen clusters are made, in its own sizes: moving the map must not make them anew. */
const CLUSTER_BEYOND = 0.75
const FIT_PADDING = 70
const FIT_ZOOM = 20
/** Changed slots are sent one by one up to so many. */
const FEW = 200

/** So many one by one would be a single blot, and cost a drawing in software its frames. */
const CROWD = 20_000

/** Pixels across: smaller far away; where all are shown one by one they must leave something of the ground. */
function sizeAt(zoom: number, cluster: boolean, count: number): number {
  const crowded = !cluster && count > CROWD
  const size = crowded ? 4 + (zoom - 6) * 1.5 : 12 + (zoom - 7) * 1.25
  return Math.max(cluster ? 12 : crowded ? 4 : 7, Math.min(22, size))
}

/** Red, green and blue from 0 to 1. */
export function channels(colour: string): [number, number, number] {
  const part = (at: number) => (Number.parseInt(colour.slice(at, at + 2), 16) || 0) / 255
  return [part(1), part(3), part(5)]
}

export function layPoints(
  ground: LayerGround,
  id: string,
  layer: Points,
  before?: string,
): LaidLayer<Points> {
  const laid = new PointLayer(ground, id, layer)
  ground.map.addLayer(laid, before)
  return {
    kind: 'points',
    styleIds: [laid.id],
    update: next => laid.update(next),
    pick: (pixel, reach) => laid.pick(pixel, reach),
    recolour: () => laid.recolour(),
    remove: () => {
      laid.stop()
      if (ground.map.getLayer(laid.id)) ground.map.removeLayer(laid.id)
    },
  }
}

class PointLayer implements CustomLayerInterface {
  readonly type = 'custom'
  readonly id: string
  readonly #ground: LayerGround
  readonly #layerId: string
  readonly #columns = new PointColumns()
  readonly #write: (count: number) => string
  #layer: Points
  #painter: PointPainter | undefined
  #letters: FigureAtlas
  #clusters: Clusters | undefined
  #clusteredFor: { zoom: number; view: View } | undefined
  #clusteredAt = 0
  #dirty: 'all' | Set<number> = 'all'
  #moved = false
  /** When the first of few moved that no cluster knows of yet; 0 where all did, who must not wait. */
  #fewSince = 0
  #toldAt = 0
  #lookedAfter = true
  #colours = new Float32Array(MOST_COLOURS * 3)
  #colourOf = new Uint8Array(256)
  #selected = new Uint32Array(0)
  /** Abnormal ones lie over the others. */
  #urgent = new Uint32Array(0)
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsubscribe: () => void
  readonly #epoch = performance.now()
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)')

  constructor(ground: LayerGround, id: string, layer: Points) {
    this.#ground = ground
    this.#layerId = id
    this.id = `own:${id}:points`
    this.#layer = layer
    this.#write = countWriter(ground.language)
    this.#letters = new FigureAtlas(groundColours(ground.dark()).inkStrong)
    this.#unsubscribe = this.#listen(layer.points)
    this.#dress()
  }

  #listen(points: LivePoints): () => void {
    return points.subscribe(changed => {
      // From now on it moves, not from the frame on that first shows it.
      if (this.#dirty !== 'all' && this.#dirty.size === 0) this.#toldAt = this.#seconds()
      if (changed === 'all' || this.#dirty === 'all') this.#dirty = 'all'
      else for (const slot of changed) this.#dirty.add(slot)
      this.#ground.map.triggerRepaint()
    })
  }

  update(next: Points): void {
    const last = this.#layer
    this.#layer = next
    if (next.points !== last.points) {
      this.#unsubscribe()
      this.#unsubscribe = this.#listen(next.points)
      this.#dirty = 'all'
    }
    if (next.looks !== last.looks) this.#lookedAfter = true
    if (next.cluster !== last.cluster || next.selected !== last.selected) this.#clusteredFor = undefined
    this.#dress()
    this.#ground.map.triggerRepaint()
  }

  recolour(): void {
    this.#letters = new FigureAtlas(groundColours(this.#ground.dark()).inkStrong)
    this.#lookedAfter = true
    this.#clusteredFor = undefined
    this.#dress()
    this.#ground.map.triggerRepaint()
  }

  /** Which colours the rings of clusters have: those of the looks, the first eight. */
  #dress(): void {
    const { looks, selected } = this.#layer
    const names: string[] = []
    for (const [look, { colour }] of looks.entries()) {
      if (!names.includes(colour) && names.length < MOST_COLOURS) names.push(colour)
      this.#colourOf[look] = Math.max(0, names.indexOf(colour))
    }
    this.#colours = new Float32Array(MOST_COLOURS * 3)
    for (const [at, name] of names.entries()) this.#colours.set(channels(name), at * 3)
    this.#selected = Uint32Array.from(selected)
  }

  onAdd(_map: unknown, gl: WebGL2RenderingContext): void {
    this.#painter = new PointPainter(gl)
    this.#dirty = 'all'
    this.#lookedAfter = true
    this.#clusteredFor = undefined
  }

  onRemove(): void {
    this.#painter?.destroy()
    this.#painter = undefined
  }

  stop(): void {
    this.#unsubscribe()
    clearTimeout(this.#timer)
  }

  #seconds(): number {
    return (performance.now() - this.#epoch) / 1000
  }

  /** Takes over what changed and sends it to the graphics card. */
  #takeChanges(painter: PointPainter): void {
    const { points } = this.#layer
    const [now, still] = [this.#toldAt, this.#still.matches]
    const columns = this.#columns
    if (this.#dirty === 'all' || points.size !== columns.size || this.#dirty.size > FEW) {
      if (columns.takeAll(points, now, still)) [this.#moved, this.#fewSince] = [true, 0]
      painter.sendPoints(columns)
    } else
      for (const slot of this.#dirty) {
        if (slot >= columns.size || !columns.take(points, slot, now, still)) continue
        painter.sendPoints(columns, slot, slot)
        // Its own sign moves at once; to count 100,000 anew can wait a moment.
        if (!this.#moved) this.#fewSince = performance.now()
        this.#moved = true
      }
    if (this.#dirty === 'all' || this.#dirty.size > 0) this.#findUrgent()
    this.#dirty = new Set()
  }

  #findUrgent(): void {
    const urgent: number[] = []
    const { looks } = this.#layer
    const first = looks.findIndex(look => look.shape === 'diamond')
    if (first >= 0)
      for (let slot = 0; slot < this.#columns.size; slot++)
        if (looks[this.#columns.look(slot)]?.shape === 'diamond') urgent.push(slot)
    this.#urgent = Uint32Array.from(urgent)
  }

  #view(): View {
    const { map } = this.#ground
    const { lng, lat } = map.getCenter()
    const { x, y } = originAt(lng, lat)
    const { clientWidth, clientHeight } = map.getContainer()
    const half = (CLUSTER_BEYOND + 0.5) / pixelsPerUnit(Math.floor(map.getZoom()))
    return { x, y, halfWide: clientWidth * half, halfHigh: clientHeight * half }
  }

  get #clustering(): boolean {
    return this.#layer.cluster
  }

  /** Clusters as they are now; made anew when another zoom or place is seen, or when things have moved for a while. */
  #gather(painter: PointPainter): void {
    const zoom = Math.max(0, Math.floor(this.#ground.map.getZoom()))
    const view = this.#view()
    const made = this.#clusteredFor
    // Zooming on, another zoom's clusters will do for a moment.
    const seen =
      made !== undefined &&
      (made.zoom === zoom || this.#ground.map.isZooming()) &&
      Math.abs(apart(view.x, made.view.x)) < made.view.halfWide * 0.6 &&
      Math.abs(view.y - made.view.y) < made.view.halfHigh * 0.6
    if (seen && !this.#moved && made.zoom === zoom) return
    const wait = Math.max(this.#clusteredAt, this.#fewSince) + CLUSTER_EVERY_MS - performance.now()
    if (seen && wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#ground.map.triggerRepaint()
      }, wait)
      return
    }
    this.#moved = false
    this.#clusteredFor = { zoom, view }
    this.#clusters = clusterPoints(this.#columns, {
      zoom,
      view,
      colourOf: this.#colourOf,
      apart: new Set(this.#layer.selected),
    })
    this.#clusteredAt = performance.now()
    painter.sendClusters(clusterBuffers(this.#clusters, this.#letters, this.#write))
  }

  render(gl: WebGL2RenderingContext | WebGLRenderingContext): void {
    const painter = this.#painter
    const { map } = this.#ground
    if (!painter) return
    const { surface, accent } = groundColours(this.#ground.dark())
    if (this.#lookedAfter) {
      painter.sendLooks(drawLooks(this.#layer.looks, surface, accent))
      painter.halo = this.#layer.looks.length
      this.#lookedAfter = false
    }
    this.#takeChanges(painter)
    const frame = this.#frame(gl)
    const drawn = {
      selected: this.#selected,
      urgent: this.#urgent,
      size: sizeAt(map.getZoom(), this.#clustering, this.#columns.size),
      motionSeconds: this.#still.matches ? 0 : MOTION_SECONDS,
    }
    if (this.#clustering) {
      this.#gather(painter)
      const singles = this.#clusters?.singles ?? new Uint32Array(0)
      const urgent = singles.filter(slot => this.#layer.looks[this.#columns.look(slot)]?.shape === 'diamond')
      painter.drawPoints(this.#columns, frame, { ...drawn, slots: singles, urgent })
      painter.drawClusters(frame, this.#letters, this.#colours, channels(surface))
    } else {
      this.#clusteredFor = undefined
      painter.drawPoints(this.#columns, frame, { ...drawn, slots: 'all' })
    }
    if (frame.seconds < this.#columns.movesUntil && !this.#still.matches) map.triggerRepaint()
  }

  #frame(gl: WebGL2RenderingContext | WebGLRenderingContext): Frame {
    const { map } = this.#ground
    const { lng, lat } = map.getCenter()
    const ratio = map.getPixelRatio()
    return {
      origin: originAt(lng, lat),
      scale: pixelsPerUnit(map.getZoom()),
      wide: gl.drawingBufferWidth / ratio,
      high: gl.drawingBufferHeight / ratio,
      ratio,
      seconds: this.#seconds(),
    }
  }

  pick(pixel: Pixel, reach: number): Pick | ClusterPick | undefined {
    const at = toPlace(this.#ground.map.unproject([pixel.x, pixel.y]))
    const { x, y } = originAt(at.longitude, at.latitude)
    const scale = pixelsPerUnit(this.#ground.map.getZoom())
    const slots = this.#pickSlots(x, y, scale, reach)
    if (this.#clustering && this.#clusters && slots.length === 0) {
      const { count, xs, ys, sizes } = this.#clusters
      for (let cluster = count - 1; cluster >= 0; cluster--) {
        const far = Math.hypot(apart(xs[cluster] ?? 0, x), (ys[cluster] ?? 0) - y) * scale
        if (far <= Math.max(reach, radiusOf(sizes[cluster] ?? 0))) return this.#pickCluster(cluster)
      }
    }
    const [slot] = slots
    if (slot === undefined) return undefined
    if (slots.length > 1) return { kind: 'spot', layer: this.#layerId, slots, at: this.#placeOf(slot) }
    return { kind: 'point', layer: this.#layerId, slot, at: this.#placeOf(slot) }
  }

  #placeOf(slot: number) {
    return { longitude: longitudeOf(this.#columns.x(slot)), latitude: latitudeOf(this.#columns.y(slot)) }
  }

  /** The nearest slot with those that lie on it; the selected ones are drawn over the others. */
  #pickSlots(x: number, y: number, scale: number, reach: number): number[] {
    const columns = this.#columns
    const singles = this.#clustering ? this.#clusters?.singles : undefined
    const shown = singles
      ? [...singles, ...this.#layer.selected]
      : Array.from({ length: columns.size }, (_, at) => at)
    const most = (sizeAt(this.#ground.map.getZoom(), this.#clustering, columns.size) / 2 + reach / 2) / scale
    let nearest: number | undefined
    let least = most
    const near: number[] = []
    for (const slot of shown) {
      if (columns.look(slot) === 255) continue
      const far = Math.hypot(apart(columns.x(slot), x), columns.y(slot) - y)
      if (far > most + SPOT_PIXELS / scale) continue
      near.push(slot)
      if (far > least) continue
      least = far
      nearest = slot
    }
    if (nearest === undefined) return []
    const [byX, byY] = [columns.x(nearest), columns.y(nearest)]
    const together = near.filter(
      slot => Math.hypot(apart(columns.x(slot), byX), columns.y(slot) - byY) * scale <= SPOT_PIXELS,
    )
    return [nearest, ...new Set(together.filter(slot => slot !== nearest))]
  }

  #pickCluster(cluster: number): Pick | ClusterPick {
    const members = this.#clusters?.membersOf(cluster) ?? []
    const [first = 0] = members
    const columns = this.#columns
    const [baseX, baseY] = [columns.x(first), columns.y(first)]
    let [west, east, north, south] = [0, 0, 0, 0]
    for (const slot of members) {
      const [across, down] = [apart(columns.x(slot), baseX), columns.y(slot) - baseY]
      west = Math.min(west, across)
      east = Math.max(east, across)
      north = Math.min(north, down)
      south = Math.max(south, down)
    }
    const metres =
      (Math.hypot(east - west, south - north) / 2 ** 32) *
      40_075_016 *
      Math.cos((latitudeOf(baseY) * Math.PI) / 180)
    if (metres < SPOT_METRES || this.#ground.map.getZoom() > FIT_ZOOM - 0.1)
      return { kind: 'spot', layer: this.#layerId, slots: members, at: this.#placeOf(first) }
    const longitude = longitudeOf(baseX)
    const open = () => {
      this.#ground.map.fitBounds(
        [
          [longitude + (west / 2 ** 32) * 360, latitudeOf(baseY + south)],
          [longitude + (east / 2 ** 32) * 360, latitudeOf(baseY + north)],
        ],
        {
          padding: FIT_PADDING,
          maxZoom: FIT_ZOOM,
          animate: !this.#still.matches,
          duration: 400,
          linear: true,
        },
      )
    }
    return { kind: 'cluster', open }
  }
}
