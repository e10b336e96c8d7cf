// Writes vector tiles (Mapbox Vector Tile 2) of features on the earth: cut to the tile, in whole steps.

export type Position = readonly [longitude: number, latitude: number]

export interface Drawn {
  /** Rings of a polygon: the outer one, then holes; lines and points as they are. */
  geometry:
    | { is: 'polygon'; rings: readonly (readonly Position[])[] }
    | { is: 'line'; line: readonly Position[] }
    | { is: 'point'; at: Position }
  properties: Readonly<Record<string, string | number>>
}

type Point = [x: number, y: number]

const EXTENT = 4096
const BUFFER = 64
const TYPES = { point: 1, line: 2, polygon: 3 } as const

export const varint = (value: number): number[] => {
  const bytes: number[] = []
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  return [...bytes, left]
}

const zigzag = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2)
const field = (number: number, bytes: readonly number[]) => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const whole = (number: number, value: number) => [...varint(number * 8), ...varint(value)]
const text = (number: number, value: string) => field(number, [...new TextEncoder().encode(value)])

const valueBytes = (value: string | number) =>
  typeof value === 'string' ? text(1, value) : whole(4, Math.round(value))

/** One tile with its layers; undefined where nothing of them lies in it. */
export function vectorTile(
  tile: { z: number; x: number; y: number },
  layers: Readonly<Record<string, readonly Drawn[]>>,
): Uint8Array | undefined {
  const written = Object.entries(layers).flatMap(([name, drawn]) => {
    const layer = layerOf(name, drawn, tile)
    return layer ? field(3, layer) : []
  })
  return written.length > 0 ? Uint8Array.from(written) : undefined
}

function layerOf(
  name: string,
  drawn: readonly Drawn[],
  tile: { z: number; x: number; y: number },
): number[] | undefined {
  const keys = new Map<string, number>()
  const values = new Map<string | number, number>()
  const numberOf = <T>(known: Map<T, number>, one: T) => {
    const at = known.get(one) ?? known.size
    known.set(one, at)
    return at
  }
  const features = drawn.flatMap(({ geometry, properties }) => {
    const commands = commandsOf(geometry, tile)
    if (commands.length === 0) return []
    const tags = Object.entries(properties).flatMap(([key, value]) => [
      numberOf(keys, key),
      numberOf(values, value),
    ])
    return field(2, [
      ...field(2, tags.flatMap(varint)),
      ...whole(3, TYPES[geometry.is]),
      ...field(4, commands.flatMap(varint)),
    ])
  })
  if (features.length === 0) return undefined
  return [
    ...whole(15, 2),
    ...text(1, name),
    ...features,
    ...[...keys.keys()].flatMap(key => text(3, key)),
    ...[...values.keys()].flatMap(value => field(4, valueBytes(value))),
    ...whole(5, EXTENT),
  ]
}

/** What draws a geometry inside a tile, relative to the point before. */
function commandsOf(geometry: Drawn['geometry'], { z, x, y }: { z: number; x: number; y: number }): number[] {
  const place = ([longitude, latitude]: Position): Point => {
    const angle = (latitude * Math.PI) / 180
    const row = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2
    return [((longitude + 180) / 360) * 2 ** z * EXTENT - x * EXTENT, row * 2 ** z * EXTENT - y * EXTENT]
  }
  const pen = penAt()
  if (geometry.is === 'point') {
    const [px, py] = place(geometry.at)
    // Neighbours must not show the same name twice.
    return px < 0 || py < 0 || px >= EXTENT || py >= EXTENT ? [] : pen.line([[px, py]])
  }
  if (geometry.is === 'line') return cutLine(geometry.line.map(place)).flatMap(pen.line)
  return geometry.rings.flatMap(ring => pen.ring(cutRing(ring.map(place))))
}

function penAt() {
  let [x, y] = [0, 0]
  const step = ([toX, toY]: Point) => {
    const delta = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    return delta.map(zigzag)
  }
  const line = (points: readonly Point[]): number[] => {
    const steps = points.map(([px, py]): Point => [Math.round(px), Math.round(py)])
    const once = steps.filter(
      (point, at) => point[0] !== steps[at - 1]?.[0] || point[1] !== steps[at - 1]?.[1],
    )
    const [first, ...rest] = once
    if (!first || (points.length > 1 && rest.length === 0)) return []
    return [9, ...step(first), ...(rest.length > 0 ? [rest.length * 8 + 2, ...rest.flatMap(step)] : [])]
  }
  return {
    line,
    ring: (points: readonly Point[]) => (points.length < 3 ? [] : [...line(points), 15]),
  }
}

const LOW = -BUFFER
const HIGH = EXTENT + BUFFER

/** The part of a ring inside the tile, edge by edge (Sutherland and Hodgman). */
function cutRing(ring: readonly Point[]): Point[] {
  let points = [...ring]
  for (const [axis, limit, sign] of [
    [0, LOW, 1],
    [0, HIGH, -1],
    [1, LOW, 1],
    [1, HIGH, -1],
  ] as const) {
    const inside = (point: Point) => (point[axis] - limit) * sign >= 0
    points = points.flatMap((point, at) => {
      const before = points.at(at - 1) ?? point
      const crossing = inside(point) === inside(before) ? [] : [between(before, point, axis, limit)]
      return inside(point) ? [...crossing, point] : crossing
    })
  }
  return points
}

function between(a: Point, b: Point, axis: 0 | 1, limit: number): Point {
  const share = (limit - a[axis]) / (b[axis] - a[axis])
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

/** The parts of a line inside the tile (Liang and Barsky). */
function cutLine(line: readonly Point[]): Point[][] {
  const parts: Point[][] = []
  for (const [at, end] of line.entries()) {
    const start = line[at - 1]
    if (!start) continue
    let [from, to] = [0, 1]
    for (const axis of [0, 1] as const) {
      const delta = end[axis] - start[axis]
      const [low, high] = [LOW - start[axis], HIGH - start[axis]]
      if (delta === 0 && (low > 0 || high < 0)) to = -1
      if (delta === 0) continue
      from = Math.max(from, Math.min(low / delta, high / delta))
      to = Math.min(to, Math.max(low / delta, high / delta))
    }
    if (from >= to) continue
    const at2 = (share: number): Point => [
      start[0] + (end[0] - start[0]) * share,
      start[1] + (end[1] - start[1]) * share,
    ]
    const last = parts.at(-1)
    if (from === 0 && last?.at(-1) === start) last.push(to === 1 ? end : at2(to))
    else parts.push([from === 0 ? start : at2(from), to === 1 ? end : at2(to)])
  }
  return parts
}
