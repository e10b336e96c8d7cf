// Names of cities for the offline ground, from the console's data of regions; without it the ground has no names.
import type { FeatureCollection } from 'geojson'
import * as z from 'zod/mini'

const entry = z.object({
  name: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  /** 1 the most important. */
  rank: z._default(z.number(), 3),
})
const file = z.object({ places: z.array(entry) })

let kept: Promise<FeatureCollection> | undefined

async function load(): Promise<FeatureCollection> {
  const response = await fetch('/regions/places.json')
  if (!response.ok) throw new Error(`/regions/places.json: ${response.status}`)
  const { places } = file.parse(await response.json())
  return {
    type: 'FeatureCollection',
    features: places.map(({ name, longitude, latitude, rank }) => ({
      type: 'Feature',
      properties: { name, rank },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

/** Rejects when there is no such file; asked again the next time. */
export function placeNames(): Promise<FeatureCollection> {
  if (!kept) {
    kept = load()
    kept.catch(() => {
      kept = undefined
    })
  }
  return kept
}
