// Places on the earth, WGS-84, and the plain measures between them.

/** Degrees, WGS-84. */
export interface Place {
  longitude: number
  latitude: number
}

/** West is greater than east where it lies across the antimeridian. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** True where it lies in the box; west may be greater than east across the antimeridian. */
export function isWithin({ west, south, east, north }: Bounds, longitude: number, latitude: number): boolean {
  if (!(latitude >= south && latitude <= north)) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

/** Mean radius (IUGG). */
const EARTH_RADIUS_METRES = 6_371_008.8
const RADIANS = Math.PI / 180

/** Along the great circle, in metres (haversine). */
export function metresBetween(a: Place, b: Place): number {
  const north = (b.latitude - a.latitude) * RADIANS
  const east = (b.longitude - a.longitude) * RADIANS
  const h =
    Math.sin(north / 2) ** 2 +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(east / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The same meridian from -180 inclusive to 180 exclusive. */
export function wrapLongitude(longitude: number): number {
  // As it is, to the last digit: corners that were drawn come back as they were.
  if (longitude >= -180 && longitude < 180) return longitude
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

/** Where one comes to from a place by metres east and north; for distances of a site. */
export function placeAt(from: Place, eastMetres: number, northMetres: number): Place {
  const latitude = from.latitude + northMetres / EARTH_RADIUS_METRES / RADIANS
  const circle = Math.max(1e-9, Math.cos(from.latitude * RADIANS))
  return {
    latitude: Math.max(-90, Math.min(90, latitude)),
    longitude: wrapLongitude(from.longitude + eastMetres / (EARTH_RADIUS_METRES * circle) / RADIANS),
  }
}

/** The smallest box around places, the short way round the earth; undefined without any. */
export function boundsOf(places: Iterable<Place>): Bounds | undefined {
  let south = 90
  let north = -90
  const longitudes: number[] = []
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    longitudes.push(wrapLongitude(longitude))
  }
  if (longitudes.length === 0) return undefined
  longitudes.sort((a, b) => a - b)
  // The box leaves out the widest gap between neighbours.
  const first = longitudes[0] ?? 0
  const last = longitudes.at(-1) ?? 0
  let [gap, west, east] = [first + 360 - last, first, last]
  for (let at = 1; at < longitudes.length; at++) {
    const [before = 0, here = 0] = [longitudes[at - 1], longitudes[at]]
    if (here - before > gap) [gap, west, east] = [here - before, here, before]
  }
  return { west, south, east, north }
}
