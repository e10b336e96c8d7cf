// Checks the shape of a geofence and brings it into one form: rings unwrapped across the antimeridian, the outline
// anticlockwise, holes clockwise, no corner twice in a row. The console and the server tell the same faults.
import { type Place, wrapLongitude } from '../geo/geo.ts'
import { DEFAULT_RADIUS, type FenceShape, MOST_CORNERS, MOST_RADIUS, type Ring } from './fence.ts'
import { boxOfRing, type CheckedShape, longitudeIn, prepareShape } from './fence-inside.ts'
import { firstCrossing } from './ring-crossings.ts'

/** A shape as a form has it; what does not belong to its kind is ignored. */
export interface DrawnShape {
  shape: FenceShape
  longitude?: number | null | undefined
  latitude?: number | null | undefined
  radius?: number | null | undefined
  rings?: readonly Ring[] | null | undefined
}

export type ShapeFault =
  /** A circle without its centre, or a polygon without an outline. */
  | 'centre'
  | 'outline'
  | 'radius'
  | 'fewCorners'
  | 'tooManyCorners'
  /** It lies over a pole, or nearer than a degree. */
  | 'pole'
  /** Wider than half the earth. */
  | 'tooWide'
  /** The outline runs back over itself. */
  | 'spike'
  | 'crossing'
  | 'holeOutside'
  | 'holesOverlap'
  | 'noArea'

export type ShapeCheck =
  | { ok: CheckedShape }
  /** `ring`: 0 is the outline. */
  | { fault: ShapeFault; place: Place | null; ring: number }

const NEAREST_POLE = 89
/** Square metres; less than this is a line. */
const LEAST_AREA = 1
const RADIANS = Math.PI / 180
const EARTH_RADIUS = 6_371_008.8

const fault = (what: ShapeFault, corner?: readonly [number, number], ring = 0): ShapeCheck => ({
  fault: what,
  place: corner ? { longitude: wrapLongitude(corner[0]), latitude: corner[1] } : null,
  ring,
})

/** Checks a shape: the same shape in its one form, or the first fault with its place. Quick at 10,000 corners too. */
export function checkShape(drawn: DrawnShape): ShapeCheck {
  return drawn.shape === 'circle' ? checkCircle(drawn) : checkPolygon(drawn.rings ?? [])
}

function checkCircle({ longitude, latitude, radius }: DrawnShape): ShapeCheck {
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return fault('centre')
  const metres = radius ?? DEFAULT_RADIUS
  if (!(metres > 0) || metres > MOST_RADIUS) return fault('radius')
  if (Math.abs(latitude) + metres / 111_195 > NEAREST_POLE) return fault('pole', [longitude, latitude])
  return { ok: { is: 'circle', centre: { longitude: wrapLongitude(longitude), latitude }, radius: metres } }
}

/** A shape that was checked when it was stored, without checking it again; undefined for what is none. */
export function storedShape({
  shape,
  longitude,
  latitude,
  radius,
  rings,
}: DrawnShape): CheckedShape | undefined {
  if (shape === 'circle') {
    if (typeof longitude !== 'number' || typeof latitude !== 'number' || !radius) return undefined
    return { is: 'circle', centre: { longitude, latitude }, radius }
  }
  const all = placedRings((rings ?? []).map(unwrapped))
  return all[0] && all[0].length >= 3 ? { is: 'polygon', rings: all } : undefined
}

/** Unwrapped rings with the outline's west between -180 and 180, and holes on its side of the antimeridian. */
function placedRings([first = [], ...holes]: readonly Ring[]): Ring[] {
  const outline = moved(first, -360 * Math.floor((boxOfRing(first).west + 180) / 360))
  return [outline, ...holes.map(hole => nearOutline(hole, outline))]
}

function checkPolygon(drawn: readonly Ring[]): ShapeCheck {
  if (drawn.length === 0) return fault('outline')
  if (drawn.reduce((sum, ring) => sum + ring.length, 0) > MOST_CORNERS) return fault('tooManyCorners')
  const rings: Ring[] = []
  for (const [index, ring] of drawn.entries()) {
    const corners = unwrapped(withoutRepeats(ring))
    const wrong = checkRing(corners, index)
    if (wrong) return wrong
    rings.push(corners)
  }
  const placed = placedRings(rings)
  const crossing = firstCrossing(placed)
  if (crossing) return fault('crossing', crossing.at, crossing.ring)
  const wrong = checkHoles(placed)
  if (wrong) return wrong
  const empty = placed.findIndex(ring => Math.abs(signedArea(ring)) < LEAST_AREA)
  if (empty >= 0) return fault('noArea', placed[empty]?.[0], empty)
  return { ok: { is: 'polygon', rings: placed.map((ring, index) => wound(ring, index === 0)) } }
}

/** Without corners that repeat the one before, and without the first one again at the end. */
function withoutRepeats(ring: Ring): Ring {
  const same = (a: readonly [number, number] | undefined, b: readonly [number, number]) =>
    a !== undefined && a[0] === b[0] && a[1] === b[1]
  const kept = ring.filter((corner, index) => !same(ring[index - 1], corner))
  while (kept.length > 1 && kept[0] && same(kept.at(-1), kept[0])) kept.pop()
  return kept
}

/** Each corner by the short way from the one before. */
function unwrapped(ring: Ring): Ring {
  let before = ring[0]?.[0] ?? 0
  return ring.map(([x, y]) => {
    before = x + 360 * Math.round((before - x) / 360)
    return [before, y] as const
  })
}

const moved = (ring: Ring, degrees: number): Ring =>
  degrees === 0 ? ring : ring.map(([x, y]) => [x + degrees, y] as const)

function checkRing(ring: Ring, index: number): ShapeCheck | undefined {
  if (new Set(ring.map(([x, y]) => `${x} ${y}`)).size < 3) return fault('fewCorners', ring[0], index)
  const polar = ring.find(([, y]) => Math.abs(y) > NEAREST_POLE)
  if (polar) return fault('pole', polar, index)
  const [first, last] = [ring[0]?.[0] ?? 0, ring.at(-1)?.[0] ?? 0]
  // The way back to the first corner is the long one: the ring goes round a pole.
  if (Math.abs(first - last) > 180) return fault('pole', ring[0], index)
  const { west, east } = boxOfRing(ring)
  if (east - west > 180) return fault('tooWide', ring[0], index)
  const spike = spikeOf(ring)
  return spike && fault('spike', spike, index)
}

/** A corner where the outline turns straight back. */
function spikeOf(ring: Ring): readonly [number, number] | undefined {
  return ring.find(([x, y], index) => {
    const [px, py] = ring[(index + ring.length - 1) % ring.length] ?? [x, y]
    const [nx, ny] = ring[(index + 1) % ring.length] ?? [x, y]
    const [ax, ay, bx, by] = [px - x, py - y, nx - x, ny - y]
    const cross = Math.abs(ax * by - ay * bx)
    return ax * bx + ay * by > 0 && cross <= 1e-9 * Math.hypot(ax, ay) * Math.hypot(bx, by)
  })
}

/** A hole counted on the same side of the antimeridian as the outline. */
function nearOutline(hole: Ring, outline: Ring): Ring {
  const x = hole[0]?.[0] ?? 0
  const near = longitudeIn(boxOfRing(outline), wrapLongitude(x))
  return near === undefined ? hole : moved(hole, 360 * Math.round((near - x) / 360))
}

/** Nothing crosses by now: of each hole one corner tells. */
function checkHoles([outline = [], ...holes]: readonly Ring[]): ShapeCheck | undefined {
  const whole = prepareShape({ is: 'polygon', rings: [outline] })
  const boxes = holes.map(boxOfRing)
  for (const [index, hole] of holes.entries()) {
    const [x = 0, y = 0] = hole[0] ?? []
    if (!whole.inside({ longitude: x, latitude: y })) return fault('holeOutside', hole[0], index + 1)
    for (const [other, box] of boxes.entries()) {
      if (other === index || x < box.west || x > box.east || y < box.south || y > box.north) continue
      const inOther = prepareShape({ is: 'polygon', rings: [holes[other] ?? []] })
      if (inOther.inside({ longitude: x, latitude: y })) return fault('holesOverlap', hole[0], index + 1)
    }
  }
  return undefined
}

/** Square metres on the sphere, positive when the ring runs anticlockwise. */
function signedArea(ring: Ring): number {
  let sum = 0
  // Against the sine of one corner: small fences lose no digits.
  const base = Math.sin((ring[0]?.[1] ?? 0) * RADIANS)
  for (const [index, [x, y]] of ring.entries()) {
    const [nx, ny] = ring[(index + 1) % ring.length] ?? [x, y]
    sum += (x - nx) * RADIANS * (Math.sin(((y + ny) / 2) * RADIANS) - base)
  }
  return sum * EARTH_RADIUS * EARTH_RADIUS
}

function wound(ring: Ring, anticlockwise: boolean): Ring {
  return signedArea(ring) > 0 === anticlockwise ? ring : [...ring].reverse()
}

/** Square metres, without the holes. */
export function areaOf(shape: CheckedShape): number {
  if (shape.is === 'circle') return Math.PI * shape.radius ** 2
  const [outline = 0, ...holes] = shape.rings.map(ring => Math.abs(signedArea(ring)))
  return outline - holes.reduce((sum, hole) => sum + hole, 0)
}

const LABEL_LINES = 31

/** A place well inside, for the label: of the widest parts of some parallels the one farthest from all edges. */
export function labelPlace(shape: CheckedShape): Place {
  if (shape.is === 'circle') return shape.centre
  const outline = shape.rings[0] ?? []
  const box = boxOfRing(outline)
  const prepared = prepareShape(shape)
  let best: Place = { longitude: outline[0]?.[0] ?? 0, latitude: outline[0]?.[1] ?? 0 }
  let farthest = -1
  for (let line = 1; line <= LABEL_LINES; line++) {
    // Not at even parts: corners often stand there.
    const y = box.south + ((line - 0.473) / LABEL_LINES) * (box.north - box.south)
    const middle = widestPart(shape.rings, y)
    if (middle === undefined) continue
    const place = { longitude: middle, latitude: y }
    const distance = prepared.toEdge(place)
    if (distance > farthest) [best, farthest] = [place, distance]
  }
  return { longitude: wrapLongitude(best.longitude), latitude: best.latitude }
}

function widestPart(rings: readonly Ring[], y: number): number | undefined {
  const cuts: number[] = []
  for (const ring of rings)
    for (const [index, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
      if (ay > y !== by > y) cuts.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    }
  cuts.sort((a, b) => a - b)
  let [widest, middle] = [-1, undefined as number | undefined]
  for (let at = 0; at + 1 < cuts.length; at += 2) {
    const [from = 0, to = 0] = [cuts[at], cuts[at + 1]]
    if (to - from > widest) [widest, middle] = [to - from, (from + to) / 2]
  }
  return middle
}

/** Rings as the wire has them: longitudes from -180 to 180. */
export function wireRings(rings: readonly Ring[]): [number, number][][] {
  return rings.map(ring => ring.map(([x, y]) => [wrapLongitude(x), y]))
}
