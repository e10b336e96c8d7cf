// Loads the console's own data of regions: provinces with cities and districts, and the names a map shows.
import * as z from 'zod/mini'
import type { Place } from '../../domain/geo/geo.ts'
import type { Province } from '../../domain/geo/regions.ts'
import { fetchJson } from '../steady-fetch.ts'

const degrees = z.number()
const area = z.union([
  z.tuple([z.string(), z.string(), z.string(), degrees, degrees]),
  z.tuple([z.string(), z.string(), z.string()]),
])
const city = z.tuple([z.string(), z.string(), z.string(), degrees, degrees, z.array(area)])
const province = z.tuple([z.string(), z.string(), z.string(), degrees, degrees, z.array(city)])
const regionsFile = z.object({ credit: z.string(), provinces: z.array(province) })
const placesFile = z.object({
  credit: z.string(),
  places: z.array(z.tuple([z.string(), z.string(), degrees, degrees, z.int()])),
})

const placeOf = (longitude: number, latitude: number): Place => ({ longitude, latitude })

/** The regions out of their file: China's 34 provinces, then overseas. Throws where it is not such a file. */
export function readRegions(file: unknown): Province[] {
  return regionsFile.parse(file).provinces.map(([code, name, latin, x, y, cities]) => ({
    code,
    name,
    latin,
    at: placeOf(x, y),
    cityList: cities.map(([cityCode, cityName, cityLatin, cityX, cityY, areas]) => ({
      code: cityCode,
      name: cityName,
      latin: cityLatin,
      at: placeOf(cityX, cityY),
      areaList: areas.map(([areaCode, areaName, areaLatin, areaX, areaY]) => ({
        code: areaCode,
        name: areaName,
        latin: areaLatin,
        at: areaX === undefined || areaY === undefined ? undefined : placeOf(areaX, areaY),
      })),
    })),
  }))
}

/** A name on the map. Rank 1: world cities, 2: capitals, 3: cities, 4: districts and counties. */
export interface NamedPlace {
  name: string
  latin: string
  at: Place
  rank: number
}

/** The names out of their file, the most important first. */
export const readPlaces = (file: unknown): NamedPlace[] =>
  placesFile.parse(file).places.map(([name, latin, x, y, rank]) => ({ name, latin, at: placeOf(x, y), rank }))

const load = (name: string): Promise<unknown> => fetchJson(`/regions/${name}.json`)

let regions: Promise<Province[]> | undefined
let places: Promise<NamedPlace[]> | undefined

/** The regions, loaded once. Rejects without network where they were never loaded; the next asking tries again. */
export function loadRegions(): Promise<Province[]> {
  regions ??= load('regions')
    .then(readRegions)
    .catch(error => {
      regions = undefined
      throw error
    })
  return regions
}

/** The names of the map, loaded once, as `loadRegions`. */
export function loadPlaces(): Promise<NamedPlace[]> {
  places ??= load('places')
    .then(readPlaces)
    .catch(error => {
      places = undefined
      throw error
    })
  return places
}
