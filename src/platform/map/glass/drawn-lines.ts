// Lines on the glass: routes of a few corners and tracks with a point for every second of a day.
import { allToGcj } from '../coordinates.ts'
import type { MapLayer, MapLine } from '../map-port.ts'
import { createSheet, type DrawnLayer, type Glass } from './drawn-layer.ts'
import { fromPixel, type Pixel, worldLine } from './frame.ts'
import { placeFromMap } from './map-places.ts'
import { pixelsFrom, shows, traceLine, type WorldPath, worldPath } from './world-path.ts'

type Lines = Extract<MapLayer, { kind: 'lines' }>

const WIDTH = 3

/** Columns are converted once, however often a layer with them is laid anew. */
const worked = new WeakMap<Float64Array, WorldPath>()

function pathOf(points: Float64Array): WorldPath {
  const known = worked.get(points)
  if (known) return known
  const path = worldPath(worldLine(allToGcj(points)))
  worked.set(points, path)
  return path
}

export function drawLines(glass: Glass, id: string, layer: Lines): DrawnLayer<Lines> {
  const sheet = createSheet(glass)
  let laid: { line: MapLine; path: WorldPath }[] = []
  const update = ({ lines }: Lines) => {
    laid = lines.filter(line => line.points.length >= 4).map(line => ({ line, path: pathOf(line.points) }))
  }
  update(layer)
  const found = (pixel: Pixel, tolerance: number) => {
    const frame = glass.frame()
    return laid.findLast(
      ({ line, path }) =>
        line.pickable &&
        shows(frame, path) &&
        pixelsFrom(frame, path, pixel) <= Math.max(tolerance, (line.width ?? WIDTH) / 2),
    )
  }
  return {
    kind: 'lines',
    element: sheet.canvas,
    update,
    draw: frame => {
      const context = sheet.begin(frame)
      if (!context) return
      context.lineJoin = 'round'
      for (const { line, path } of laid) {
        if (!shows(frame, path)) continue
        const width = line.width ?? WIDTH
        context.beginPath()
        traceLine(context, frame, path)
        context.strokeStyle = line.colour
        context.lineWidth = width
        context.lineCap = line.dashed ? 'butt' : 'round'
        context.setLineDash(line.dashed ? [width * 2, width * 1.6] : [])
        context.stroke()
      }
    },
    pick: (pixel, tolerance) => {
      const one = found(pixel, tolerance)
      if (!one) return undefined
      return { kind: 'line', layer: id, id: one.line.id, at: placeFromMap(fromPixel(glass.frame(), pixel)) }
    },
    over: (pixel, tolerance) => found(pixel, tolerance) !== undefined,
    remove: () => sheet.canvas.remove(),
  }
}
