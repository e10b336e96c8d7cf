// Places as whole numbers: the earth's width in 2³² parts, 9 mm at the equator. Differences of such numbers are exact,
// also in the shader, and run over the antimeridian by themselves.
export const WORLD = 2 ** 32
const MOST_LATITUDE = 85.051129

/** Parts from the antimeridian eastwards; not yet whole. */
export const unitsEast = (longitude: number): number => {
  const share = (longitude + 180) / 360
  return (share - Math.floor(share)) * WORLD
}

/** Parts from the northern edge of the Mercator world southwards; not yet whole. */
export const unitsSouth = (latitude: number): number => {
  const sine = Math.sin((Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude)) * Math.PI) / 180)
  const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.max(0, Math.min(WORLD - 1, share * WORLD))
}

export const longitudeOf = (units: number): number => (units / WORLD) * 360 - 180

export const latitudeOf = (units: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * units) / WORLD))) * 180) / Math.PI

/** Pixels of one part at the library's zoom. */
export const pixelsPerUnit = (zoom: number): number => (512 * 2 ** zoom) / WORLD

/** The origin of a frame: whole parts, and what is left of them. */
export interface Origin {
  x: number
  y: number
  restX: number
  restY: number
}

export function originAt(longitude: number, latitude: number): Origin {
  const [x, y] = [unitsEast(longitude), unitsSouth(latitude)]
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)]
  return { x: wholeX, y: wholeY, restX: x - wholeX, restY: y - wholeY }
}

/** How far east (or south) of another one, the short way round. */
export const apart = (units: number, from: number): number => (units - from) | 0
