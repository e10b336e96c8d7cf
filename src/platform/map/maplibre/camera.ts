// Between the port's camera and the library's: zooms are counted apart, longitudes may lie beyond the antimeridian.
import type { LngLatBounds, LngLatLike } from 'maplibre-gl'
import { type Bounds, type Place, wrapLongitude } from '../../../domain/geo/geo.ts'

/** The library counts from an earth of 512 pixels, the other providers from one of 256. */
const ZOOM_APART = 1

export const toLibraryZoom = (zoom: number): number => zoom - ZOOM_APART
export const fromLibraryZoom = (zoom: number): number => zoom + ZOOM_APART

export const MOST_ZOOM = 24
export const LEAST_ZOOM = 1

/** The other way round the earth: what lies nearest to `by`. */
export function nearestLongitude(longitude: number, by: number): number {
  return longitude + Math.round((by - longitude) / 360) * 360
}

export const toPosition = ({ longitude, latitude }: Place): [number, number] => [longitude, latitude]

export const toPlace = ({ lng, lat }: { lng: number; lat: number }): Place => ({
  longitude: wrapLongitude(lng),
  latitude: lat,
})

export function toBounds(bounds: LngLatBounds): Bounds {
  const [west, east] = [bounds.getWest(), bounds.getEast()]
  const whole = east - west >= 360
  return {
    west: whole ? -180 : wrapLongitude(west),
    east: whole ? 180 : wrapLongitude(east),
    south: bounds.getSouth(),
    north: bounds.getNorth(),
  }
}

/** Corners for the library, the eastern one beyond 180 where the box crosses the antimeridian. */
export function toCorners({ west, south, east, north }: Bounds): [LngLatLike, LngLatLike] {
  return [
    [west, south],
    [east < west ? east + 360 : east, north],
  ]
}
