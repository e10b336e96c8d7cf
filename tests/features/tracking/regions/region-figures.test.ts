// Devices and alarms counted by region: every one once, and what is inside adds up to what it is inside of.
import { describe, expect, test } from 'vitest'
import { fleetStates } from '../../../../src/domain/device/fleet-columns.ts'
import type { Province } from '../../../../src/domain/geo/regions.ts'
import {
  type RegionPath,
  regionRows,
  rememberingFinder,
  slotsAt,
  sumOf,
  UNKNOWN,
} from '../../../../src/features/tracking/regions/region-figures.ts'
import { readRegionSearch } from '../../../../src/features/tracking/regions/region-search.ts'

const at = (longitude: number, latitude: number) => ({ longitude, latitude })
const region = (code: string, place: ReturnType<typeof at>) => ({ code, name: code, latin: code, at: place })
const provinces: Province[] = [
  {
    ...region('440000', at(113.3, 23.1)),
    cityList: [
      {
        ...region('440300', at(114.05, 22.55)),
        areaList: [region('440304', at(114.05, 22.52)), region('440305', at(113.93, 22.53))],
      },
      { ...region('440100', at(113.3, 23.1)), areaList: [{ code: '440103', name: 'x', latin: 'x' }] },
    ],
  },
  {
    ...region('330000', at(120.1, 30.2)),
    cityList: [{ ...region('330100', at(120.1, 30.2)), areaList: [] }],
  },
]
const find = rememberingFinder(provinces)
const places: [number, number, (typeof fleetStates)[number]][] = [
  [114.05, 22.521, 'online'],
  [114.051, 22.52, 'offline'],
  [113.93, 22.53, 'online'],
  [113.31, 23.11, 'abnormal'],
  [120.12, 30.22, 'notActivated'],
  [Number.NaN, Number.NaN, 'online'],
  [-30, -30, 'online'],
]
const devices = {
  size: places.length,
  longitudes: Float64Array.from(places, ([longitude]) => longitude),
  latitudes: Float64Array.from(places, ([, latitude]) => latitude),
  states: Uint8Array.from(places, ([, , state]) => fleetStates.indexOf(state)),
}
const spots = [
  { ...at(114.05, 22.52), count: 5 },
  { ...at(113.3, 23.1), count: 2 },
]
const rows = (path: RegionPath) => regionRows(provinces, find, devices, spots, path)

describe('districts', () => {
  test('count what is certainly theirs; the rest is the city’s', () => {
    const path = { province: '440000', city: '440300' }
    const here = (...places: [number, number][]) => ({
      size: places.length,
      longitudes: Float64Array.from(places, ([longitude]) => longitude),
      latitudes: Float64Array.from(places, ([, latitude]) => latitude),
      states: new Uint8Array(places.length),
    })
    // Near one middle; between two: the border may lie anywhere there.
    const devices = here([114.05, 22.521], [113.995, 22.525])
    const counted = (of: Province[]) =>
      regionRows(of, rememberingFinder(of), devices, [], path).map(row => [row.code, row.devices])
    expect(counted(provinces)).toEqual([
      ['440304', 1],
      [UNKNOWN, 1],
    ])
    // Of a district nobody knows where it is: any place in the city may be its.
    const [first, ...others] = provinces
    const [city, ...cities] = first?.cityList ?? []
    if (!first || !city) throw new Error('no city')
    const areaList = [...city.areaList, { code: '440306', name: 'x', latin: 'x' }]
    const partly = [{ ...first, cityList: [{ ...city, areaList }, ...cities] }, ...others]
    expect(counted(partly)).toEqual([[UNKNOWN, 2]])
    expect(
      sumOf(regionRows(partly, rememberingFinder(partly), devices, [], { province: '440000' })).devices,
    ).toBe(2)
  })
})

describe('regionRows', () => {
  test('counts every placed device once, the fullest region first', () => {
    const all = rows({})
    expect(all.map(row => [row.code, row.devices, row.alarms])).toEqual([
      ['440000', 4, 7],
      ['330000', 1, 0],
      [UNKNOWN, 1, 0],
    ])
    expect(sumOf(all)).toMatchObject({ devices: 6, alarms: 7 })
  })

  test('goes inwards, and the parts are the whole', () => {
    const cities = rows({ province: '440000' })
    expect(cities.map(row => [row.code, row.devices])).toEqual([
      ['440300', 3],
      ['440100', 1],
    ])
    expect(sumOf(cities)).toEqual({
      devices: 4,
      alarms: 7,
      byState: { online: 2, offline: 1, abnormal: 1, notActivated: 0 },
    })
    expect(rows({ province: '440000', city: '440300' }).map(row => [row.code, row.devices])).toEqual([
      ['440304', 2],
      ['440305', 1],
    ])
  })

  test('a city whose districts are unknown answers for them', () => {
    const [row] = rows({ province: '440000', city: '440100' })
    expect(row).toMatchObject({ code: UNKNOWN, region: undefined, devices: 1 })
  })

  test('the devices of a district are those that were counted', () => {
    expect(slotsAt(devices, find, { province: '440000', city: '440300', area: '440304' })).toEqual([0, 1])
    expect(slotsAt(devices, find, { province: '440000', city: '440300' })).toEqual([0, 1, 2])
  })

  test('an unknown code is empty, not an error', () => {
    expect(rows({ province: '999999' })).toEqual([])
  })
})

describe('the address', () => {
  test.each([
    [
      { province: '440000', city: '440300' },
      { province: '440000', city: '440300' },
    ],
    [{ province: 440000 }, { province: '440000' }],
    [{ city: '440300' }, {}],
    [
      { province: '900000', city: 'JP', area: 'JP01' },
      { province: '900000', city: 'JP', area: 'JP01' },
    ],
    [{ province: '<script>', period: 'toString' }, {}],
    [{ period: 'month' }, { period: 'month' }],
  ])('%j', (raw, expected) => {
    expect(readRegionSearch(raw)).toEqual(expected)
  })
})
