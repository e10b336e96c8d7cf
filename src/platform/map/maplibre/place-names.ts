// Names of cities for the offline ground, from the console's data of regions; without it the ground has no names.
import { loadPlaces } from '../regions.ts'

/** Rejects when there is no such file; asked again the next time. */
export async function placeNames(): Promise<GeoJSON.FeatureCollection> {
  return {
    type: 'FeatureCollection',
    features: (await loadPlaces()).map(({ name, latin, at, rank }) => ({
      type: 'Feature',
      properties: { name, latin, rank },
      geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
    })),
  }
}
