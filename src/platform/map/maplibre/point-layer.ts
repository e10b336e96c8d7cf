// Very many things that move, drawn by a layer of our own; neighbours are one with a number when zoomed out.
import type { CustomLayerInterface } from 'maplibre-gl'
import type { Box } from '../free-part.ts'
import type { LivePoints, MapLayer, Pick } from '../map-port.ts'
import { nearestLongitude } from './camera.ts'
import { ClusterPainter } from './cluster-painter.ts'
import { type Clusters, MOST_COLOURS } from './cluster-points.ts'
import { clusterBuffers, countWriter, paletteOf, radiusOf } from './cluster-shape.ts'
import { GlidePace } from './glide-pace.ts'
import { groundColours } from './ground-colours.ts'
import { keepClusters } from './kept-clusters.ts'
import type { ClusterPick, LaidLayer, LayerGround, Pixel } from './laid-layer.ts'
import type { Frame } from './painting.ts'
import { drawLooks, FigureAtlas } from './point-atlas.ts'
import { MOTION_SECONDS, PointColumns } from './point-columns.ts'
import { PointPainter } from './point-painter.ts'
import { clusterAt, pickMembers, pickSlots, slotsAt } from './point-picking.ts'
import { sizeAt } from './point-size.ts'
import { SeenSlots } from './seen-slots.ts'
import { apart, latitudeOf, longitudeOf, originAt, pixelsPerUnit } from './world-units.ts'

type Points = Extract<MapLayer, { kind: 'points' }>

/** Changed slots are sent one by one up to so many. */
const FEW = 200
/** More of them are looked through for every frame, so that only those that can be told apart are drawn. */
const MANY = 5_000
const NONE = new Uint32Array(0)
/** Among more clusters nothing is free anyway. */
const MOST_BOXES = 200
/** Pixels around the screen from where a sign reaches in, or may come in on its way. */
const MARGIN = 64

/** Red, green and blue from 0 to 1. */
function channels(colour: string): [number, number, number] {
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
    pick: (pixel, tolerance) => laid.pick(pixel, tolerance),
    boxes: () => laid.boxes(),
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
  readonly #seen = new SeenSlots()
  readonly #kept
  readonly #write: (count: number) => string
  #layer: Points
  #painters: { points: PointPainter; clusters: ClusterPainter } | undefined
  #letters: FigureAtlas
  /** Those that the graphics card has. */
  #clusters: Clusters | undefined
  #dirty: 'all' | Set<number> = 'all'
  #toldAt = 0
  readonly #pace: GlidePace
  /** Seconds until when something glides that is seen by itself. */
  #glidesUntil = 0
  #frameBefore: Frame | undefined
  /** Slots that stand alone among clusters. */
  #alone: ReadonlySet<number> = new Set()
  #lookedAfter = true
  #colours = new Float32Array(MOST_COLOURS * 3)
  #colourOf: Uint8Array = new Uint8Array(0)
  #selected = new Uint32Array(0)
  /** Abnormal ones lie over the others. */
  #urgent = new Uint32Array(0)
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
    this.#kept = keepClusters(() => ground.map.triggerRepaint())
    this.#pace = new GlidePace(() => ground.map.triggerRepaint())
    this.#unsubscribe = this.#listen(layer.points)
    this.#dress()
  }

  #listen(points: LivePoints): () => void {
    return points.subscribe(changed => {
      // From now on it moves, not from the frame on that first shows it.
      if (this.#dirty !== 'all' && this.#dirty.size === 0) this.#toldAt = this.#seconds()
      if (changed === 'all' || this.#dirty === 'all') this.#dirty = 'all'
      else for (const slot of changed) this.#dirty.add(slot)
      const seen = changed === 'all' || changed.some(slot => this.#isSeen(slot, points))
      // What the picture will wait for, the clusters need not wait for once more.
      if (!seen) this.#kept.moved(true)
      this.#pace.changed(seen)
    })
  }

  /** Whether a slot is seen by itself where it was, or where it goes. */
  #isSeen(slot: number, { longitudes, latitudes }: LivePoints): boolean {
    const frame = this.#frameBefore
    if (!frame || slot >= this.#columns.size) return true
    if (this.#layer.cluster && !this.#alone.has(slot) && !this.#selected.includes(slot)) return false
    const isIn = (x: number, y: number) =>
      Math.abs(apart(x, frame.origin.x)) * frame.scale < frame.wide / 2 + MARGIN &&
      Math.abs(y - frame.origin.y) * frame.scale < frame.high / 2 + MARGIN
    const next = originAt(longitudes[slot] ?? Number.NaN, latitudes[slot] ?? Number.NaN)
    return isIn(this.#columns.x(slot), this.#columns.y(slot)) || isIn(next.x, next.y)
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
    if (next.looks !== last.looks || next.cluster !== last.cluster || next.selected !== last.selected)
      this.#kept.forget()
    this.#dress()
    this.#ground.map.triggerRepaint()
  }

  recolour(): void {
    this.#letters = new FigureAtlas(groundColours(this.#ground.dark()).inkStrong)
    this.#lookedAfter = true
    this.#kept.forget()
    this.#dress()
    this.#ground.map.triggerRepaint()
  }

  #dress(): void {
    const { looks, selected } = this.#layer
    const { palette, colourOf } = paletteOf(looks)
    this.#colours = new Float32Array(MOST_COLOURS * 3)
    for (const [at, colour] of palette.entries()) this.#colours.set(channels(colour), at * 3)
    this.#colourOf = colourOf
    this.#selected = Uint32Array.from(selected)
  }

  onAdd(_map: unknown, gl: WebGL2RenderingContext): void {
    this.#painters = { points: new PointPainter(gl), clusters: new ClusterPainter(gl) }
    this.#dirty = 'all'
    this.#lookedAfter = true
    this.#kept.forget()
  }

  onRemove(): void {
    this.#painters?.points.destroy()
    this.#painters?.clusters.destroy()
    this.#painters = undefined
  }

  stop(): void {
    this.#unsubscribe()
    this.#kept.stop()
    this.#pace.stop()
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
      if (columns.takeAll(points, now, still)) this.#kept.moved(false)
      painter.send(columns)
      this.#glidesUntil = columns.movesUntil
    } else if (this.#dirty.size === 0) return
    else
      for (const slot of this.#dirty) {
        if (slot >= columns.size) continue
        const seen = this.#isSeen(slot, points)
        if (!columns.take(points, slot, now, still)) continue
        painter.send(columns, slot, slot)
        this.#kept.moved(true)
        if (seen) this.#glidesUntil = columns.movesUntil
      }
    this.#dirty = new Set()
    this.#findUrgent()
  }

  #isUrgent(slot: number): boolean {
    return this.#layer.looks[this.#columns.look(slot)]?.shape === 'diamond'
  }

  #findUrgent(): void {
    const urgent: number[] = []
    if (this.#layer.looks.some(({ shape }) => shape === 'diamond'))
      for (let slot = 0; slot < this.#columns.size; slot++) if (this.#isUrgent(slot)) urgent.push(slot)
    this.#urgent = Uint32Array.from(urgent)
  }

  /** Clusters as they are now; new ones are sent to the graphics card. */
  #gather(painter: ClusterPainter, { origin, wide, high }: Frame): Clusters {
    const { map } = this.#ground
    const view = { x: origin.x, y: origin.y, zoom: map.getZoom(), wide, high, zooming: map.isZooming() }
    const way = { colourOf: this.#colourOf, apart: new Set(this.#layer.selected) }
    const clusters = this.#kept.of(view, this.#columns, way)
    if (clusters !== this.#clusters) {
      painter.send(clusterBuffers(clusters, this.#letters, this.#write))
      this.#alone = new Set(clusters.singles)
    }
    this.#clusters = clusters
    return clusters
  }

  render(gl: WebGL2RenderingContext | WebGLRenderingContext): void {
    if (!this.#painters) return
    const { points, clusters } = this.#painters
    const { surface, accent } = groundColours(this.#ground.dark())
    if (this.#lookedAfter) {
      const { looks } = this.#layer
      points.sendLooks(drawLooks(looks, surface, accent), looks.length)
      this.#lookedAfter = false
    }
    const frame = this.#frame(gl)
    this.#frameBefore = frame
    this.#takeChanges(points)
    const columns = this.#columns
    const drawn = {
      selected: this.#selected,
      urgent: this.#urgent,
      size: this.#size(),
      motionSeconds: this.#still.matches ? 0 : MOTION_SECONDS,
    }
    if (this.#layer.cluster) {
      const { singles } = this.#gather(clusters, frame)
      const urgent = singles.filter(slot => this.#isUrgent(slot))
      points.draw(columns, frame, { ...drawn, slots: singles, urgent, selected: NONE })
      const ring = { letters: this.#letters, colours: this.#colours, surface: channels(surface) }
      clusters.draw(frame, ring)
      // What was chosen lies over the clusters too.
      points.draw(columns, frame, { ...drawn, slots: NONE, urgent: NONE })
    } else {
      const slots = columns.size > MANY ? this.#seen.of(columns, frame, drawn.size) : 'all'
      points.draw(columns, frame, { ...drawn, slots })
    }
    const began = performance.now()
    requestAnimationFrame(() => this.#pace.cost(performance.now() - began))
    this.#pace.painted(frame.seconds < this.#glidesUntil && !this.#still.matches)
  }

  #size(): number {
    return sizeAt(this.#ground.map.getZoom(), this.#layer.cluster, this.#columns.size)
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

  /** Where clusters with their figures lie. */
  boxes(): readonly Box[] {
    const { map } = this.#ground
    const { xs, ys, sizes, count } = this.#clusters ?? { count: 0, xs: NONE, ys: NONE, sizes: NONE }
    if (!this.#layer.cluster || count > MOST_BOXES) return []
    const middle = map.getCenter().lng
    return Array.from({ length: count }, (_, at) => {
      const radius = radiusOf(sizes[at] ?? 1)
      const longitude = nearestLongitude(longitudeOf(xs[at] ?? 0), middle)
      const { x, y } = map.project([longitude, latitudeOf(ys[at] ?? 0)])
      return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
    })
  }

  pick(pixel: Pixel, tolerance: number): Pick | ClusterPick | undefined {
    const { map } = this.#ground
    const { lng, lat } = map.unproject([pixel.x, pixel.y])
    const pointer = { ...originAt(lng, lat), scale: pixelsPerUnit(map.getZoom()) }
    const clusters = this.#layer.cluster ? this.#clusters : undefined
    const drawn = clusters && [...clusters.singles, ...this.#layer.selected]
    const slots = slotsAt(this.#columns, pointer, (this.#size() + tolerance) / 2, drawn)
    const cluster = clusters && slots.length === 0 ? clusterAt(clusters, pointer, tolerance) : undefined
    if (!clusters || cluster === undefined) return pickSlots(this.#columns, this.#layerId, slots)
    return pickMembers(this.#ground, this.#columns, this.#layerId, clusters.membersOf(cluster))
  }
}
