// Areas on the glass: fences, zones, accuracy circles.
import { allToGcj, toGcj } from '../coordinates.ts'
import type { MapLayer, MapShape } from '../map-port.ts'
import { groundColours } from '../maplibre/ground-colours.ts'
import { labelPosition, ringsOf } from '../maplibre/shape-rings.ts'
import { createSheet, type DrawnLayer, type Glass } from './drawn-layer.ts'
import { fromPixel, type Pixel, toPixel, worldLine } from './frame.ts'
import { placeFromMap } from './map-places.ts'
import { offsetOf, pixelsFrom, shows, traceRing, type WorldPath, within, worldPath } from './world-path.ts'

type Shapes = Extract<MapLayer, { kind: 'shapes' }>

const FILL = 0.2
const DASHES = [6, 4]
const LABEL_FONT = '13px Inter, "Noto Sans", "Noto Sans SC", system-ui, sans-serif'

interface Laid {
  shape: MapShape
  rings: WorldPath[]
  label?: { at: { longitude: number; latitude: number }; text: string }
}

function layOne(shape: MapShape): Laid | undefined {
  const rings = ringsOf(shape.form)
  if (rings.length === 0) return undefined
  const laid: Laid = {
    shape,
    rings: rings.map(ring =>
      worldPath(worldLine(allToGcj(Float64Array.from(ring.flatMap(([x = 0, y = 0]) => [x, y]))))),
    ),
  }
  // Each ring is unrolled alone: a hole must lie on the same earth as the ring around it.
  const [outer, ...holes] = laid.rings
  if (outer)
    for (const hole of holes) {
      const apart = Math.round((outer.west + outer.east - hole.west - hole.east) / 2)
      if (apart !== 0) Object.assign(hole, worldPath(hole.points.map((v, at) => (at % 2 ? v : v + apart))))
    }
  const at = shape.label ? labelPosition(rings) : undefined
  if (at && shape.label) {
    const [longitude = 0, latitude = 0] = at
    laid.label = { at: toGcj({ longitude, latitude }), text: shape.label }
  }
  return laid
}

export function drawShapes(glass: Glass, id: string, layer: Shapes): DrawnLayer<Shapes> {
  const sheet = createSheet(glass)
  // A shape that stays the same object is not worked out again: one of a thousand changes while it is edited.
  let known = new Map<MapShape, Laid | undefined>()
  let laid: Laid[] = []

  const update = ({ shapes }: Shapes) => {
    const next = new Map<MapShape, Laid | undefined>()
    for (const shape of shapes) next.set(shape, known.has(shape) ? known.get(shape) : layOne(shape))
    known = next
    laid = [...next.values()].filter(one => one !== undefined)
  }
  update(layer)

  const found = (pixel: Pixel, tolerance: number) => {
    const frame = glass.frame()
    const pickable = laid.filter(({ shape }) => shape.pickable).reverse()
    return (
      pickable.find(({ rings }) => within(frame, rings, pixel)) ??
      pickable.find(({ rings }) => rings.some(ring => pixelsFrom(frame, ring, pixel) <= tolerance / 2))
    )
  }

  return {
    kind: 'shapes',
    element: sheet.canvas,
    update,
    draw: frame => {
      const context = sheet.begin(frame)
      if (!context) return
      context.lineJoin = 'round'
      for (const { shape, rings } of laid) {
        const [outer] = rings
        if (!outer || !shows(frame, outer)) continue
        const offset = offsetOf(frame, outer)
        context.beginPath()
        for (const ring of rings) traceRing(context, frame, ring, offset)
        context.fillStyle = context.strokeStyle = shape.colour
        context.globalAlpha = shape.fillOpacity ?? FILL
        context.fill('evenodd')
        context.globalAlpha = 1
        context.lineWidth = 2
        context.setLineDash(shape.dashed ? DASHES : [])
        context.stroke()
      }
      const { ink, halo } = groundColours(glass.dark())
      context.font = LABEL_FONT
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.setLineDash([])
      for (const { label } of laid) {
        if (!label) continue
        const { x, y } = toPixel(frame, label.at)
        if (x < -200 || y < -20 || x > frame.width + 200 || y > frame.height + 20) continue
        context.strokeStyle = halo
        context.lineWidth = 3.2
        context.strokeText(label.text, x, y)
        context.fillStyle = ink
        context.fillText(label.text, x, y)
      }
    },
    pick: (pixel, tolerance) => {
      const one = found(pixel, tolerance)
      if (!one) return undefined
      const at = placeFromMap(fromPixel(glass.frame(), pixel))
      return { kind: 'shape', layer: id, id: one.shape.id, at }
    },
    over: (pixel, tolerance) => found(pixel, tolerance) !== undefined,
    remove: () => sheet.canvas.remove(),
  }
}
