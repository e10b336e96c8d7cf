// Where a place lies on the glass over a provider's map: flat Mercator arithmetic, so that 86,400 points need no
// calls to the provider.
import type { Place } from '../../../domain/geo/geo.ts'

export interface Pixel {
  x: number
  y: number
}

/** The part of the world under the glass. World coordinates run from 0 to 1, eastward and southward. */
export interface Frame {
  /** CSS pixels. */
  width: number
  height: number
  /** Pixels round the whole earth. */
  scale: number
  /** Pixels of the world that lie left of and above the glass. */
  left: number
  top: number
}

const MOST_LATITUDE = 85.0511287798066
/** All providers draw the whole earth in as many pixels at zoom 0. */
export const EARTH_PIXELS = 256

export const worldX = (longitude: number): number => (longitude + 180) / 360

export function worldY(latitude: number): number {
  const sine = Math.sin((Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

/** The place of world coordinates; its longitude runs on beyond 180 where they do. */
export function placeOf(x: number, y: number): Place {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
  return { longitude: x * 360 - 180, latitude }
}

/** The frame of a map that looks at a place. */
export function frameAt(centre: Place, zoom: number, width: number, height: number): Frame {
  const scale = EARTH_PIXELS * 2 ** zoom
  return {
    width,
    height,
    scale,
    left: worldX(centre.longitude) * scale - width / 2,
    top: worldY(centre.latitude) * scale - height / 2,
  }
}

/** How many earths to the east the copy lies that is nearest to the middle of the glass. */
export function earthOf(frame: Frame, x: number): number {
  return Math.round((frame.left + frame.width / 2) / frame.scale - x)
}

export function toPixel(frame: Frame, place: Place): Pixel {
  const x = worldX(place.longitude)
  return {
    x: (x + earthOf(frame, x)) * frame.scale - frame.left,
    y: worldY(place.latitude) * frame.scale - frame.top,
  }
}

export function fromPixel(frame: Frame, { x, y }: Pixel): Place {
  return placeOf((x + frame.left) / frame.scale, (y + frame.top) / frame.scale)
}

/** Longitude, latitude, … as world x, y, …; neighbours lie the short way round the earth from each other. */
export function worldLine(points: Float64Array): Float64Array {
  const world = new Float64Array(points.length)
  let before = worldX(points[0] ?? 0)
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = worldX(points[at] ?? 0)
    before = x + Math.round(before - x)
    world[at] = before
    world[at + 1] = worldY(points[at + 1] ?? 0)
  }
  return world
}
