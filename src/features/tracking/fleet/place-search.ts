// The address of one device on the map, with a place that is to be seen beside it: where an SOS was pressed.
import type { Place } from '../../../domain/geo/geo.ts'
import { type FleetSearch, readFleetSearch } from './fleet-search.ts'

export interface PlaceSearch extends FleetSearch {
  lat?: number | undefined
  lon?: number | undefined
}

/** Reads the address; what does not fit is dropped. */
export function readPlaceSearch(raw: Readonly<Record<string, unknown>>): PlaceSearch {
  const { lat, lon } = raw
  const placed =
    typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return { ...readFleetSearch(raw), ...(placed && { lat, lon }) }
}

export const placeOfSearch = ({ lat, lon }: PlaceSearch): Place | undefined =>
  lat === undefined || lon === undefined ? undefined : { latitude: lat, longitude: lon }
