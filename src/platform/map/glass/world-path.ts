// Lines and rings in world coordinates: how they are traced on a sheet, and what lies under a pixel.
import { earthOf, type Frame, type Pixel } from './frame.ts'

/** World x, y, … of one line with the box around it. */
export interface WorldPath {
  points: Float64Array
  west: number
  east: number
  north: number
  south: number
}

export function worldPath(points: Float64Array): WorldPath {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]]
    if (x < west) west = x
    if (x > east) east = x
    if (y < north) north = y
    if (y > south) south = y
  }
  return { points, west, east, north, south }
}

/** Pixels beyond the edge that still show: half of the widest line. */
const MARGIN = 24
/** Corners nearer to each other than this look the same. */
const NEAR = 0.6

/** Pixels left of and above the glass, for the earth on which this path is nearest to its middle. */
export function offsetOf(frame: Frame, path: WorldPath): Pixel {
  const earth = earthOf(frame, (path.west + path.east) / 2)
  return { x: frame.left - earth * frame.scale, y: frame.top }
}

/** Whether anything of it can show. */
export function shows(frame: Frame, path: WorldPath): boolean {
  const { x, y } = offsetOf(frame, path)
  return (
    path.east * frame.scale - x > -MARGIN &&
    path.west * frame.scale - x < frame.width + MARGIN &&
    path.south * frame.scale - y > -MARGIN &&
    path.north * frame.scale - y < frame.height + MARGIN
  )
}

/** Traces a closed ring; corners that look the same are left out. */
export function traceRing(
  context: CanvasRenderingContext2D,
  frame: Frame,
  path: WorldPath,
  offset: Pixel,
): void {
  const { points } = path
  let [fromX, fromY] = [Infinity, Infinity]
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = (points[at] ?? 0) * frame.scale - offset.x
    const y = (points[at + 1] ?? 0) * frame.scale - offset.y
    if (at > 0 && Math.abs(x - fromX) < NEAR && Math.abs(y - fromY) < NEAR) continue
    if (at === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
    fromX = x
    fromY = y
  }
  context.closePath()
}

/** Traces an open line; what lies beyond an edge or looks the same is left out, so that a day's track is quick. */
export function traceLine(context: CanvasRenderingContext2D, frame: Frame, path: WorldPath): void {
  const { points } = path
  const { scale, width, height } = frame
  const offset = offsetOf(frame, path)
  const last = points.length - 2
  let [fromX, fromY, fromSide, drawn] = [0, 0, 0, false]
  for (let at = 0; at <= last; at += 2) {
    const x = (points[at] ?? 0) * scale - offset.x
    const y = (points[at + 1] ?? 0) * scale - offset.y
    if (at > 0 && at < last && Math.abs(x - fromX) < NEAR && Math.abs(y - fromY) < NEAR) continue
    const side =
      (x < -MARGIN ? 1 : x > width + MARGIN ? 2 : 0) | (y < -MARGIN ? 4 : y > height + MARGIN ? 8 : 0)
    if (at > 0 && (side & fromSide) === 0) {
      if (!drawn) context.moveTo(fromX, fromY)
      context.lineTo(x, y)
      drawn = true
    } else drawn = false
    fromX = x
    fromY = y
    fromSide = side
  }
}

/** Pixels from the line to the nearest of its stretches. */
export function pixelsFrom(frame: Frame, path: WorldPath, { x, y }: Pixel): number {
  const { points } = path
  const offset = offsetOf(frame, path)
  let nearest = Infinity
  let [fromX, fromY] = [0, 0]
  for (let at = 0; at + 1 < points.length; at += 2) {
    const toX = (points[at] ?? 0) * frame.scale - offset.x
    const toY = (points[at + 1] ?? 0) * frame.scale - offset.y
    if (at > 0) {
      const [alongX, alongY] = [toX - fromX, toY - fromY]
      const length = alongX * alongX + alongY * alongY
      const share =
        length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * alongX + (y - fromY) * alongY) / length))
      nearest = Math.min(nearest, Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY))
    }
    fromX = toX
    fromY = toY
  }
  return nearest
}

/** Whether a pixel lies within the rings: within the outer one and no hole. */
export function within(frame: Frame, rings: readonly WorldPath[], pixel: Pixel): boolean {
  const [outer] = rings
  if (!outer) return false
  const offset = offsetOf(frame, outer)
  const [x, y] = [(pixel.x + offset.x) / frame.scale, (pixel.y + offset.y) / frame.scale]
  let inside = false
  for (const { points } of rings)
    for (let at = 0; at + 1 < points.length; at += 2) {
      const next = (at + 2) % points.length
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [points[at], points[at + 1], points[next], points[next + 1]]
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
    }
  return inside
}
