// The land of the world as it comes with the console: fetched once a page, unpacked to polygons.
import * as z from 'zod/mini'
import { fetchJson } from '../../steady-fetch.ts'

const packed = z.object({
  perDegree: z.number(),
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  /** Rings as steps in whole numbers: x, y, x, y, … */
  polygons: z.array(z.array(z.array(z.number()))),
})
type Packed = z.output<typeof packed>

/** A ring of positions from steps that are counted from 0, 0. Closed. */
export function unpackRing(steps: readonly number[], perDegree: number): GeoJSON.Position[] {
  const ring: GeoJSON.Position[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < steps.length; at += 2) {
    x += steps[at] ?? 0
    y += steps[at + 1] ?? 0
    ring.push([x / perDegree, y / perDegree])
  }
  const [first] = ring
  if (first) ring.push(first)
  return ring
}

const one = (
  coordinates: GeoJSON.Position[][],
  kind: 'land' | 'sea',
): GeoJSON.FeatureCollection['features'][number] => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'Polygon', coordinates },
})

/** `sea` is the box that a more detailed part covers: what lies under it must not show beside its coasts. */
function unpack(
  { perDegree, polygons, west, south, east, north }: Packed,
  covers: boolean,
): GeoJSON.FeatureCollection {
  const land = polygons.map(rings =>
    one(
      rings.map(steps => unpackRing(steps, perDegree)),
      'land',
    ),
  )
  const box = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'FeatureCollection', features: covers ? [one([box], 'sea'), ...land] : land }
}

const kept = new Map<string, Promise<GeoJSON.FeatureCollection>>()

async function load(file: string, covers: boolean): Promise<GeoJSON.FeatureCollection> {
  return unpack(packed.parse(await fetchJson(`/map/${file}`)), covers)
}

/** The world, or China in more detail with the box it covers. Rejects when the file does not come; asked again then. */
export function land(part: 'world' | 'china'): Promise<GeoJSON.FeatureCollection> {
  const before = kept.get(part)
  if (before) return before
  const loading = part === 'world' ? load('land.json', false) : load('china.json', true)
  kept.set(part, loading)
  loading.catch(() => kept.delete(part))
  return loading
}
