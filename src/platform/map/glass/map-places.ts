// Between the console's places and those of the map below the glass.
import { type Place, wrapLongitude } from '../../../domain/geo/geo.ts'
import { fromGcj } from '../coordinates.ts'

/** A place of the map, maybe on another round of the earth, as the console knows it. */
export function placeFromMap({ longitude, latitude }: Place): Place {
  return fromGcj({ longitude: wrapLongitude(longitude), latitude })
}
