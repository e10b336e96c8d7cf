// Counts devices and alarms by province, city and district: by the nearest known place, as nobody says where they are.
import type { DeviceState } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import type { Place } from '../../../domain/geo/geo.ts'
import { type Province, type RegionOf, regionFinder } from '../../../domain/geo/regions.ts'

/** What stands for a city's devices whose district is not known, and for places that are near to nothing. */
export const UNKNOWN = '-'

export interface Figures {
  devices: number
  byState: Readonly<Record<DeviceState, number>>
  alarms: number
}

export interface RegionRow extends Figures {
  code: string
  /** Undefined for `UNKNOWN`. */
  region: { name: string; latin: string } | undefined
  at: Place | undefined
}

/** What is looked into: nothing for all provinces, then a province, a city, a district. */
export interface RegionPath {
  province?: string | undefined
  city?: string | undefined
  area?: string | undefined
}

export interface Spot extends Place {
  count: number
}

interface Devices {
  size: number
  longitudes: Float64Array
  latitudes: Float64Array
  /** Indices into `fleetStates`. */
  states: Uint8Array
}

/** Cells in a degree, about a kilometre each: the region is looked up once a cell, not for each live position. */
const CELL = 100

/** `regionFinder` that remembers. */
export function rememberingFinder(provinces: readonly Province[]): (place: Place) => RegionOf | undefined {
  const find = regionFinder(provinces)
  const known = new Map<number, RegionOf | undefined>()
  return place => {
    const cell =
      Math.round((place.longitude + 180) * CELL) * 20_000 + Math.round((place.latitude + 90) * CELL)
    if (!known.has(cell)) known.set(cell, find(place))
    return known.get(cell)
  }
}

type Find = ReturnType<typeof rememberingFinder>

/** Code under which something counts at a path; undefined: it lies elsewhere. */
function codeAt(found: RegionOf | undefined, { province, city, area }: RegionPath): string | undefined {
  if (province === undefined) return found?.province.code ?? UNKNOWN
  if (found?.province.code !== province) return undefined
  if (city === undefined) return found.city.code
  if (found.city.code !== city) return undefined
  const own = (found.areaSure && found.area?.code) || UNKNOWN
  return area === undefined || area === own ? own : undefined
}

/** Rows of what a path contains, the fullest first. Regions with nothing in them are left out. */
export function regionRows(
  provinces: readonly Province[],
  find: Find,
  devices: Devices,
  spots: readonly Spot[],
  path: RegionPath,
): RegionRow[] {
  const rows = new Map<string, { devices: number; byState: Record<DeviceState, number>; alarms: number }>()
  const rowOf = (code: string) => {
    const known = rows.get(code)
    if (known) return known
    const made = { devices: 0, byState: { online: 0, offline: 0, abnormal: 0, notActivated: 0 }, alarms: 0 }
    rows.set(code, made)
    return made
  }
  for (let slot = 0; slot < devices.size; slot++) {
    const code = codeOfSlot(devices, slot, find, path)
    if (code === undefined) continue
    const row = rowOf(code)
    row.devices++
    const state = fleetStates[devices.states[slot] ?? 0]
    if (state) row.byState[state]++
  }
  for (const spot of spots) {
    const code = codeAt(find(spot), path)
    if (code !== undefined) rowOf(code).alarms += spot.count
  }
  return [...rows]
    .map(([code, figures]) => ({ code, ...regionAt(provinces, path, code), ...figures }))
    .sort((a, b) => b.devices - a.devices || b.alarms - a.alarms)
}

/** Devices that count at a path, by slot. */
export function slotsAt(devices: Devices, find: Find, path: RegionPath): number[] {
  const slots: number[] = []
  for (let slot = 0; slot < devices.size; slot++)
    if (codeOfSlot(devices, slot, find, path) !== undefined) slots.push(slot)
  return slots
}

function codeOfSlot(devices: Devices, slot: number, find: Find, path: RegionPath): string | undefined {
  const [longitude, latitude] = [devices.longitudes[slot], devices.latitudes[slot]]
  if (longitude === undefined || latitude === undefined || Number.isNaN(longitude)) return undefined
  return codeAt(find({ longitude, latitude }), path)
}

function regionAt(
  provinces: readonly Province[],
  path: RegionPath,
  code: string,
): Pick<RegionRow, 'region' | 'at'> {
  const province = provinces.find(each => each.code === (path.province ?? code))
  if (path.province === undefined) return { region: province, at: province?.at }
  const city = province?.cityList.find(each => each.code === (path.city ?? code))
  if (path.city === undefined) return { region: city, at: city?.at }
  const area = city?.areaList.find(each => each.code === code)
  return { region: area, at: area?.at ?? city?.at }
}

/** All rows in one. */
export function sumOf(rows: readonly RegionRow[]): Figures {
  const byState = { online: 0, offline: 0, abnormal: 0, notActivated: 0 }
  let [devices, alarms] = [0, 0]
  for (const row of rows) {
    devices += row.devices
    alarms += row.alarms
    for (const state of fleetStates) byState[state] += row.byState[state]
  }
  return { devices, byState, alarms }
}
