// How the looks of points are drawn, in a box of 24 × 24: for markers as SVG and for many points on a canvas.
import type { PointLook } from '../map-port.ts'

const CIRCLE = (radius: number) =>
  `M${12 - radius} 12a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`
const DIAMOND = 'M12 1.6L22.4 12L12 22.4L1.6 12z'

export interface LookDrawing {
  /** Path data of the body. */
  body: string
  fill: string
  stroke: string
  strokeWidth: number
  dash: readonly number[]
  /** A sign inside: scaled around the middle. */
  glyph?: { path: string; scale: number; fill: string }
}

/** White or nearly black, whichever stands out from a `#rrggbb`. */
export function onColour(colour: string): string {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
  return light > 0.3 ? '#04121f' : '#ffffff'
}

/** Filled and diamonds carry an edge in the ground's surface, so that neighbours part; hollow ones are filled with it. */
export function drawingOf({ shape, colour, glyph }: PointLook, surface: string): LookDrawing {
  const hollow = shape === 'ring' || shape === 'dashed'
  return {
    body: shape === 'diamond' ? DIAMOND : CIRCLE(hollow ? 9 : 10.2),
    fill: hollow ? surface : colour,
    stroke: hollow ? colour : surface,
    strokeWidth: hollow ? 3 : 1.6,
    dash: shape === 'dashed' ? [4, 3.07] : [],
    ...(glyph && {
      glyph: {
        path: glyph,
        scale: shape === 'diamond' ? 0.46 : 0.56,
        fill: hollow ? colour : onColour(colour),
      },
    }),
  }
}
