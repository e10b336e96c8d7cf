// Where much happens, on the glass: spots with a weight melt into one another.
import { toGcj } from '../coordinates.ts'
import type { MapLayer } from '../map-port.ts'
import { createSheet, type DrawnLayer, type Glass } from './drawn-layer.ts'
import { EARTH_PIXELS, earthOf, type Frame, worldX, worldY } from './frame.ts'

type Heat = Extract<MapLayer, { kind: 'heat' }>

/** It has no edges: a quarter of the pixels is enough. */
const COARSE = 4
/** Zoom and pixels of a spot's radius; between them in proportion. */
const RADII = [
  [4, 14],
  [10, 26],
  [16, 44],
] as const
/** Density, then red, green, blue and opacity: from nothing over attention and warning to critical. */
const COLOURS = [
  [0, 242, 207, 91, 0],
  [0.15, 242, 207, 91, 0.41],
  [0.5, 255, 159, 69, 0.75],
  [1, 217, 45, 53, 0.75],
] as const

/** Between the steps of a scale, in proportion; beyond its ends as at them. */
function along<Step extends readonly number[]>(
  steps: readonly Step[],
  value: number,
  column: number,
): number {
  const above = steps.findIndex(([at = 0]) => at >= value)
  const next = steps[above === -1 ? steps.length - 1 : above]
  const before = steps[above === -1 ? steps.length - 1 : Math.max(0, above - 1)]
  const [from = 0, to = 0] = [before?.[0], next?.[0]]
  const share = to === from ? 1 : (value - from) / (to - from)
  return (before?.[column] ?? 0) * (1 - share) + (next?.[column] ?? 0) * share
}

export const heatRadius = (zoom: number): number => along(RADII, zoom, 1)

function palette(): Uint8ClampedArray {
  const colours = new Uint8ClampedArray(256 * 4)
  for (let at = 0; at < 256; at++) {
    for (let part = 0; part < 3; part++) colours[at * 4 + part] = along(COLOURS, at / 255, part + 1)
    colours[at * 4 + 3] = along(COLOURS, at / 255, 4) * 255
  }
  return colours
}

/** One spot of full weight. */
function stampOf(radius: number): HTMLCanvasElement {
  const stamp = document.createElement('canvas')
  stamp.width = stamp.height = radius * 2
  const context = stamp.getContext('2d')
  if (!context) return stamp
  const fade = context.createRadialGradient(radius, radius, 0, radius, radius, radius)
  for (const [at, opacity] of [
    [0, 1],
    [0.35, 0.6],
    [0.7, 0.14],
    [1, 0],
  ] as const)
    fade.addColorStop(at, `rgba(0,0,0,${opacity})`)
  context.fillStyle = fade
  context.fillRect(0, 0, radius * 2, radius * 2)
  return stamp
}

export function drawHeat(glass: Glass, _id: string, layer: Heat): DrawnLayer<Heat> {
  const sheet = createSheet(glass)
  const melt = document.createElement('canvas')
  const colours = palette()
  /** World x, y and share of the heaviest, … */
  let spots = new Float64Array()
  let stamp: HTMLCanvasElement | undefined

  const update = (next: Heat) => {
    let most = 1
    for (let at = 2; at < next.spots.length; at += 3) most = Math.max(most, next.spots[at] ?? 0)
    spots = new Float64Array(next.spots.length - (next.spots.length % 3))
    for (let at = 0; at < spots.length; at += 3) {
      const [longitude = 0, latitude = 0, weight = 0] = next.spots.subarray(at, at + 3)
      const shifted = toGcj({ longitude, latitude })
      spots.set([worldX(shifted.longitude), worldY(shifted.latitude), Math.max(0, weight) / most], at)
    }
  }
  update(layer)

  const density = (frame: Frame): ImageData | undefined => {
    const [wide, high] = [Math.ceil(frame.width / COARSE), Math.ceil(frame.height / COARSE)]
    if (wide === 0 || high === 0) return undefined
    ;[melt.width, melt.height] = [wide, high]
    const context = melt.getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    const zoom = Math.log2(frame.scale / EARTH_PIXELS)
    const radius = Math.max(2, Math.round(heatRadius(zoom) / COARSE))
    if (stamp?.width !== radius * 2) stamp = stampOf(radius)
    for (let at = 0; at < spots.length; at += 3) {
      const [x = 0, y = 0, share = 0] = [spots[at], spots[at + 1], spots[at + 2]]
      const left = ((x + earthOf(frame, x)) * frame.scale - frame.left) / COARSE
      const top = (y * frame.scale - frame.top) / COARSE
      if (share <= 0 || left < -radius || top < -radius || left > wide + radius || top > high + radius)
        continue
      // The lightest ones must still be seen.
      context.globalAlpha = Math.max(0.06, share)
      context.drawImage(stamp, left - radius, top - radius)
    }
    return context.getImageData(0, 0, wide, high)
  }

  return {
    kind: 'heat',
    element: sheet.canvas,
    update,
    draw: frame => {
      const context = sheet.begin(frame)
      const image = spots.length > 0 ? density(frame) : undefined
      const melted = melt.getContext('2d')
      if (!context || !image || !melted) return
      const { data } = image
      for (let at = 3; at < data.length; at += 4) {
        const colour = (data[at] ?? 0) * 4
        data.set(colours.subarray(colour, colour + 4), at - 3)
      }
      melted.putImageData(image, 0, 0)
      context.imageSmoothingQuality = 'high'
      context.drawImage(melt, 0, 0, melt.width * COARSE, melt.height * COARSE)
    },
    remove: () => sheet.canvas.remove(),
  }
}
