// Administrative regions with their places: province, city, district; and which of them a place belongs to.
import { metresBetween, type Place } from './geo.ts'

export interface Region {
  /** Six digits in China; of a country its two letters. */
  code: string
  /** In Chinese, as the administration writes it. */
  name: string
  /** In Latin letters. */
  latin: string
}

export interface Area extends Region {
  /** Its middle; many have none that is known and lie somewhere in their city. */
  at?: Place | undefined
}

export interface City extends Region {
  at: Place
  areaList: readonly Area[]
}

export interface Province extends Region {
  at: Place
  cityList: readonly City[]
}

/** Everything beyond China stands under this code: its cities are countries, its areas cities. */
export const OVERSEAS_CODE = '900000'

/** Groups of places that answer to the province directly are no city one could be near to. */
const GROUP = /直辖|^县$/

/** Where a place is, as far as that can be told. */
export interface RegionOf {
  province: Province
  city: City
  area: Area | undefined
  /** From the known middle that was nearest. */
  metres: number
  /** The district is certain, as far as middles can tell: no other is nearly as near, and none of the city is unknown. */
  areaSure: boolean
}

/** The next middle must be so many times as far. */
const CLEARLY = 2

const CELL_DEGREES = 1
/** What is further from every known place lies nowhere: the sea, or a desert. */
const MOST_METRES = 800_000

interface Point extends Omit<RegionOf, 'metres' | 'areaSure'> {
  at: Place
}

/**
 * Answers which region a place belongs to: that of the nearest known middle, which near a border may be the
 * neighbour's. A city whose districts are mostly unknown answers for them. Undefined: nothing is near.
 */
export function regionFinder(provinces: readonly Province[]): (place: Place) => RegionOf | undefined {
  const cells = new Map<number, Point[]>()
  for (const point of pointsOf(provinces)) {
    const cell = cellOf(column(point.at.longitude), row(point.at.latitude))
    const inside = cells.get(cell)
    if (inside) inside.push(point)
    else cells.set(cell, [point])
  }
  return place => {
    const [x, y] = [column(place.longitude), row(place.latitude)]
    // A cell is 111 km high everywhere and ever narrower towards the poles.
    const narrow = Math.max(0.15, Math.cos((place.latitude * Math.PI) / 180))
    let best: (Point & { metres: number }) | undefined
    let next = Number.POSITIVE_INFINITY
    for (let ring = 0; ring <= 8; ring++) {
      if (best && CLEARLY * best.metres < (ring - 1) * 111_000 * narrow) break
      for (const cell of ringAround(x, y, ring))
        for (const point of cells.get(cell) ?? []) {
          const metres = metresBetween(place, point.at)
          if (!best || metres < best.metres) {
            next = best?.metres ?? next
            best = { ...point, metres }
          } else next = Math.min(next, metres)
        }
    }
    if (!best || best.metres > MOST_METRES) return undefined
    const { province, city, area, metres } = best
    const areaSure =
      area !== undefined && next >= CLEARLY * metres && city.areaList.every(each => each.at !== undefined)
    return { province, city, area, metres, areaSure }
  }
}

function* pointsOf(provinces: readonly Province[]): Generator<Point> {
  for (const province of provinces)
    for (const city of province.cityList) {
      const placed = city.areaList.flatMap(area => (area.at ? [{ province, city, area, at: area.at }] : []))
      yield* placed
      const mostly = placed.length * 2 > city.areaList.length
      if (!mostly && !GROUP.test(city.name)) yield { province, city, area: undefined, at: city.at }
    }
}

const column = (longitude: number) => Math.floor((longitude + 180) / CELL_DEGREES)
const row = (latitude: number) => Math.floor((latitude + 90) / CELL_DEGREES)
const COLUMNS = 360 / CELL_DEGREES
const cellOf = (x: number, y: number) => y * COLUMNS + (((x % COLUMNS) + COLUMNS) % COLUMNS)

function* ringAround(x: number, y: number, ring: number): Generator<number> {
  if (ring === 0) {
    yield cellOf(x, y)
    return
  }
  for (let step = -ring; step <= ring; step++) {
    yield cellOf(x + step, y - ring)
    yield cellOf(x + step, y + ring)
    if (Math.abs(step) < ring) {
      yield cellOf(x - ring, y + step)
      yield cellOf(x + ring, y + step)
    }
  }
}
