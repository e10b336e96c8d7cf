// Signs of points and clusters, drawn once and stamped many times.
import type { PointLook } from '../map-port.ts'
import { groundColours } from '../maplibre/ground-colours.ts'
import { drawingOf } from '../maplibre/look-drawing.ts'

/** Pixels across when near; the edge of a sign has some room around it. */
export const SIGN = 22
const BOX = 26

/** Pixels across: smaller far away; where all are shown one by one they must leave something of the ground. */
export const signSize = (zoom: number, clustered: boolean): number =>
  Math.max(clustered ? 12 : 7, Math.min(SIGN, 12 + (zoom - 8) * 1.25))

export interface Signs {
  /** The sign of a look, so many pixels across. */
  draw(context: CanvasRenderingContext2D, look: number, x: number, y: number, size: number): void
}

function drawSign(look: PointLook, ratio: number, surface: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.ceil(BOX * ratio)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const { body, fill, stroke, strokeWidth, dash, glyph } = drawingOf(look, surface)
  const scale = (SIGN / 24) * ratio
  const off = ((BOX - SIGN) / 2) * ratio
  context.setTransform(scale, 0, 0, scale, off, off)
  const path = new Path2D(body)
  context.fillStyle = fill
  context.fill(path)
  context.strokeStyle = stroke
  context.lineWidth = strokeWidth
  context.setLineDash([...dash])
  context.stroke(path)
  if (glyph) {
    context.transform(glyph.scale, 0, 0, glyph.scale, 12 * (1 - glyph.scale), 12 * (1 - glyph.scale))
    context.fillStyle = glyph.fill
    context.fill(new Path2D(glyph.path))
  }
  return canvas
}

export function createSigns(looks: readonly PointLook[], dark: boolean): Signs {
  const ratio = Math.min(devicePixelRatio || 1, 2)
  const { surface } = groundColours(dark)
  const drawn: HTMLCanvasElement[] = []
  return {
    draw: (context, at, x, y, size) => {
      const look = looks[at]
      if (!look) return
      const sign = drawn[at] ?? drawSign(look, ratio, surface)
      drawn[at] = sign
      const across = (BOX * size) / SIGN
      context.drawImage(sign, x - across / 2, y - across / 2, across, across)
    },
  }
}

/** A number in a ring whose parts are the colours of those inside. */
export function drawCluster(
  context: CanvasRenderingContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
  parts: readonly (readonly [colour: string, end: number])[],
  text: string,
  dark: boolean,
): void {
  const { surface, inkStrong } = groundColours(dark)
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fillStyle = surface
  context.fill()
  context.lineWidth = 4
  let from = 0
  for (const [colour, end] of parts) {
    if (end <= from) continue
    context.beginPath()
    context.arc(x, y, radius - 2.5, (from - 0.25) * Math.PI * 2, (end - 0.25) * Math.PI * 2)
    context.strokeStyle = colour
    context.stroke()
    from = end
  }
  context.fillStyle = inkStrong
  context.fillText(text, x, y + 0.5)
}
