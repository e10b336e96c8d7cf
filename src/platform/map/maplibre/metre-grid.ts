// A grid of metres: on the offline ground where it has nothing more to show, and under drawings of buildings.
import { type Bounds, wrapLongitude } from '../../../domain/geo/geo.ts'

/** Degrees of latitude, and of longitude at the equator, in metres: what drawings of buildings are laid out with. */
export const METRES_PER_DEGREE = 111_319.49
/** Lines no closer than this. */
const LEAST_PIXELS = 48
const STEPS = [1, 2, 5]
/** Every fifth line is stronger. */
const STRONG = 5

/** The smallest of 1, 2, 5, 10, … metres whose lines are apart enough; at least a metre. */
export function gridStep(metresPerPixel: number): number {
  const least = metresPerPixel * LEAST_PIXELS
  for (let ten = 1; ; ten *= 10) {
    const step = STEPS.find(one => one * ten >= least)
    if (step !== undefined) return step * ten
  }
}

/** Metres at a pixel of the map, at a latitude and the library's zoom. */
export const metresPerPixel = (latitude: number, zoom: number): number =>
  (40_075_016.686 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom)

/** Degrees of longitude a metre; of a whole latitude, so that lines stay where they are while one moves. */
const longitudePerMetre = (latitude: number): number =>
  1 / (METRES_PER_DEGREE * Math.max(0.05, Math.cos((Math.round(latitude) * Math.PI) / 180)))

/** How far the lines go beyond what is seen, in its own sizes. */
const BEYOND = 1

export interface Grid {
  lines: GeoJSON.FeatureCollection
  /** Where the lines end. */
  west: number
  south: number
  east: number
  north: number
  step: number
}

/** Lines through and around a box whose east may lie beyond 180. */
export function gridLines(seen: Bounds, step: number): Grid {
  const { south, north } = seen
  const east = seen.east < seen.west ? seen.east + 360 : seen.east
  const [wide, high] = [(east - seen.west) * BEYOND, (north - south) * BEYOND]
  const drawn = { west: seen.west - wide, east: east + wide, south: south - high, north: north + high }
  const acrossStep = longitudePerMetre((south + north) / 2) * step
  const upStep = step / METRES_PER_DEGREE
  const features: GeoJSON.FeatureCollection['features'] = []
  const line = (number: number, from: [number, number], to: [number, number]) =>
    features.push({
      type: 'Feature',
      properties: { strong: number % STRONG === 0 },
      geometry: { type: 'LineString', coordinates: [from, to] },
    })
  for (let at = Math.ceil(drawn.west / acrossStep); at * acrossStep <= drawn.east; at++)
    line(at, [at * acrossStep, drawn.south], [at * acrossStep, drawn.north])
  for (let at = Math.ceil(drawn.south / upStep); at * upStep <= drawn.north; at++)
    line(at, [drawn.west, at * upStep], [drawn.east, at * upStep])
  return { lines: { type: 'FeatureCollection', features }, ...drawn, step }
}

/** Figures along the lower and the left edge of what is seen; only around 0, 0, where metres are counted from. */
export function gridLabels(
  seen: Bounds,
  step: number,
  write: (metres: number) => string,
): GeoJSON.FeatureCollection {
  const features: GeoJSON.FeatureCollection['features'] = []
  const degrees = step / METRES_PER_DEGREE
  const west = wrapLongitude(seen.west)
  const east = seen.east < west ? seen.east + 360 : seen.east
  const label = (number: number, side: 'x' | 'y', at: [number, number]) =>
    features.push({
      type: 'Feature',
      // Ceiling answers a zero below zero too.
      properties: { text: write(number * step || 0), side },
      geometry: { type: 'Point', coordinates: at },
    })
  const most = (east - west) / degrees > 200
  if (most) return { type: 'FeatureCollection', features }
  for (let at = Math.ceil(west / degrees); at * degrees <= east; at++)
    label(at, 'x', [at * degrees, seen.south])
  for (let at = Math.ceil(seen.south / degrees); at * degrees <= seen.north; at++)
    label(at, 'y', [west, at * degrees])
  return { type: 'FeatureCollection', features }
}
