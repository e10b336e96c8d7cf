// Finds places by name without any network: provinces, cities, districts, countries, and coordinates as typed.

import { metresBetween, type Place } from '../../domain/geo/geo.ts'
import { OVERSEAS_CODE, type Province } from '../../domain/geo/regions.ts'
import { CITY_ZOOM, type FoundPlace } from './map-port.ts'
import { typedPlaces } from './typed-place.ts'

const PROVINCE_ZOOM = 6
const COUNTRY_ZOOM = 4
const DISTRICT_ZOOM = 12
const SPOT_ZOOM = 16
const MOST_FOUND = 8

interface Entry {
  name: string
  latin: string
  /** Latin letters alone, without marks and spaces. */
  letters: string
  /** What it lies in and itself, without what kind they are: 广东深圳南山. */
  path: string
  /** Where it is, the largest first, in both writings. */
  within: readonly (readonly [name: string, latin: string])[]
  at: Place
  zoom: number
  /** 0 province or country, 1 city, 2 district. */
  level: number
}

export interface Gazetteer {
  /**
   * The best first, of equals the nearest, at most eight. Names are in the writing the gazetteer was made for; both are
   * searched.
   */
  search(text: string, near?: Place): FoundPlace[]
}

/** A gazetteer over the regions; `language` is BCP 47: Chinese names in Chinese, Latin ones in the others. */
export function createGazetteer(provinces: readonly Province[], language: string): Gazetteer {
  const chinese = /^zh\b/i.test(language)
  const entries = [...entriesOf(provinces)]
  const shown = ({ name, latin, within, at, zoom }: Entry): FoundPlace => ({
    name: chinese ? name : latin,
    detail: within.map(([zh, other]) => (chinese ? zh : other)).join(chinese ? ' ' : ', '),
    at,
    zoom,
  })
  return {
    search: (text, near) => {
      const places = typedPlaces(text)
      if (places.length > 0) return places.map(at => ({ name: spelt(at), detail: '', at, zoom: SPOT_ZOOM }))
      const wanted = text.trim().toLowerCase()
      if (wanted === '') return []
      const letters = lettersOf(wanted)
      return entries
        .flatMap(entry => {
          const score = scoreOf(entry, wanted, letters)
          if (score === undefined) return []
          return [{ entry, score, metres: near ? metresBetween(near, entry.at) : 0 }]
        })
        .sort((a, b) => a.score - b.score || a.entry.level - b.entry.level || a.metres - b.metres)
        .slice(0, MOST_FOUND)
        .map(({ entry }) => shown(entry))
    },
  }
}

/** Latitude first, as most of the world writes it. */
const spelt = ({ latitude, longitude }: Place): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const plain = (text: string): string => text.replace(/[省市区县\s]/g, '')

/** Smaller is better: the whole name, its beginning, somewhere in it. Undefined: not this one. */
function scoreOf({ name, path, letters }: Entry, wanted: string, wantedLetters: string): number | undefined {
  const at = name.indexOf(wanted)
  if (at === 0) return name.length - wanted.length <= 1 ? 0 : 1
  if (at > 0) return 3
  const bare = plain(wanted)
  if (bare.length > 2 && path.endsWith(bare)) return 1
  if (wantedLetters === '') return undefined
  if (letters === wantedLetters) return 0
  if (letters.startsWith(wantedLetters)) return 2
  return wantedLetters.length >= 3 && letters.includes(wantedLetters) ? 4 : undefined
}

function* entriesOf(provinces: readonly Province[]): Generator<Entry> {
  const entry = (
    of: { name: string; latin: string },
    rest: Omit<Entry, 'name' | 'latin' | 'letters' | 'path'>,
  ) => ({
    name: of.name,
    latin: of.latin,
    letters: lettersOf(of.latin),
    path: plain([...rest.within.map(([zh]) => zh), of.name].join('')),
    ...rest,
  })
  for (const province of provinces) {
    const overseas = province.code === OVERSEAS_CODE
    if (!overseas) yield entry(province, { within: [], at: province.at, zoom: PROVINCE_ZOOM, level: 0 })
    for (const city of province.cityList) {
      const above = overseas ? [] : ([[province.name, province.latin]] as const)
      // Four cities are provinces too: once is enough.
      if (city.name !== province.name)
        yield entry(city, {
          within: above,
          at: city.at,
          zoom: overseas ? COUNTRY_ZOOM : CITY_ZOOM,
          level: overseas ? 0 : 1,
        })
      const within = [...(city.name === province.name ? [] : above), [city.name, city.latin] as const]
      for (const area of city.areaList)
        yield entry(area, {
          within,
          at: area.at ?? city.at,
          zoom: overseas || !area.at ? CITY_ZOOM : DISTRICT_ZOOM,
          level: overseas ? 1 : 2,
        })
    }
  }
}
