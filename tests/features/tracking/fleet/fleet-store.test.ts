// The fleet in memory: what the server read, what batches tell, what is wanted, and what the list beside the map shows.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceChange } from '../../../../src/contract/messages.ts'
import { deviceKinds } from '../../../../src/domain/device/device.ts'
import {
  type FleetRows,
  fleetStates,
  packFleet,
  unpackFleet,
} from '../../../../src/domain/device/fleet-columns.ts'
import { isWithin } from '../../../../src/domain/geo/geo.ts'
import { listedSlots } from '../../../../src/features/tracking/fleet/fleet-list-order.ts'
import { fleetLooks, lookOf, mixed, STALE_MS } from '../../../../src/features/tracking/fleet/fleet-looks.ts'
import { filterOf, readFleetSearch } from '../../../../src/features/tracking/fleet/fleet-search.ts'
import { createFleet, type Fleet } from '../../../../src/features/tracking/fleet/fleet-store.ts'
import { HIDDEN } from '../../../../src/platform/map/map-port.ts'
import { skins } from '../../../../src/ui/tokens.ts'

const NOW = 1_800_000_000_000

interface Given {
  id: number
  name?: string
  kind?: string
  state?: string
  at?: readonly [longitude: number, latitude: number] | null
  positionAt?: number
  group?: number
}

function rowsOf(devices: readonly Given[]): FleetRows {
  return {
    ids: devices.map(({ id }) => id),
    kinds: devices.map(({ kind = 'helmet' }) => kind),
    states: devices.map(({ state = 'online' }) => state),
    lifecycles: devices.map(() => 'bound'),
    longitudes: devices.map(({ at = [106, 29] }) => at?.[0] ?? null),
    latitudes: devices.map(({ at = [106, 29] }) => at?.[1] ?? null),
    accuracies: devices.map(() => 8),
    positionAts: devices.map(({ positionAt = NOW - 1000 }) => positionAt),
    groupIds: devices.map(({ group }) => group ?? null),
    departmentIds: devices.map(() => null),
    batteries: devices.map(() => 50),
    footRings: devices.map(() => null),
  }
}

const loaded = (devices: readonly Given[], at = NOW) => ({
  at,
  imeis: devices.map(({ id }) => `86000000000${String(id).padStart(4, '0')}`),
  names: devices.map(({ id, name }) => name ?? `Helmet ${id}`),
  wearers: devices.map(() => ''),
  columns: unpackFleet(packFleet(rowsOf(devices)), devices.length),
})

let now: number
let walks: (() => void)[]
let fleet: Fleet
beforeEach(() => {
  now = NOW
  walks = []
  fleet = createFleet({ now: () => now, after: (_, run) => void walks.push(run) })
})
const batch = (devices: readonly Omit<DeviceChange, 'imei'>[], at = NOW) =>
  fleet.apply({ code: 'state', at, devices: devices.map(change => ({ imei: '860000000000001', ...change })) })
const order = (options: Parameters<typeof listedSlots>[1] = {}) =>
  listedSlots(fleet, options).map(slot => fleet.columns.ids[slot])

describe('columns on the wire', () => {
  test('come back as they were, to a centimetre and a second', () => {
    const columns = unpackFleet(packFleet(rowsOf([{ id: 7, at: [-179.99999994, -33.1234567] }])), 1)
    expect(columns.longitudes[0]).toBeCloseTo(-179.9999999, 7)
    expect(columns.latitudes[0]).toBeCloseTo(-33.1234567, 7)
    expect(columns.footRings[0]).toBe(255)
    expect(fleetStates[columns.states[0] ?? 9]).toBe('online')
  })
  test('a piece from the middle of other bytes is read too, a short one is refused', () => {
    const bytes = packFleet(rowsOf([{ id: 1 }, { id: 2 }]))
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect([...unpackFleet(shifted.subarray(3), 2).ids]).toEqual([1, 2])
    expect(() => unpackFleet(bytes.subarray(1), 2)).toThrow(RangeError)
  })
})

describe('live batches', () => {
  test('move a device at once and tell the map which', () => {
    fleet.load(loaded([{ id: 1 }, { id: 2 }]))
    const heard = vi.fn()
    fleet.subscribe(heard)
    batch([{ id: 2, longitude: 107, latitude: 30, positionAt: NOW + 5000, accuracy: 3 }])
    expect(heard).toHaveBeenCalledExactlyOnceWith([1])
    expect(fleet.placeOf(1)).toEqual({ longitude: 107, latitude: 30 })
    expect(fleet.columns.accuracies[1]).toBe(3)
  })
  test('an older place that arrives later moves nobody back, its state counts', () => {
    fleet.load(loaded([{ id: 1, positionAt: NOW }]))
    batch([{ id: 1, longitude: 1, latitude: 1, positionAt: NOW - 60_000, state: 'abnormal' }])
    expect(fleet.placeOf(0)).toEqual({ longitude: 106, latitude: 29 })
    expect(fleetStates[fleet.columns.states[0] ?? 9]).toBe('abnormal')
  })
  test('lists hear of many batches once', () => {
    fleet.load(loaded([{ id: 1 }]))
    const heard = vi.fn()
    fleet.watch(heard)
    for (const run of walks.splice(0)) run()
    heard.mockClear()
    for (let step = 0; step < 100; step++) batch([{ id: 1, battery: step }])
    expect(heard).not.toHaveBeenCalled()
    for (const run of walks.splice(0)) run()
    expect(heard).toHaveBeenCalledOnce()
  })
  test('a device that is not known asks for the fleet anew', () => {
    fleet.load(loaded([{ id: 1 }]))
    expect(batch([{ id: 9, battery: 3 }])).toBe(true)
    expect(batch([{ id: 1, battery: 3 }])).toBe(false)
  })
  test('what was heard after the server read the fleet stays when its answer comes', () => {
    fleet.load(loaded([{ id: 1 }, { id: 2 }], NOW - 10_000))
    batch([{ id: 2, state: 'offline', longitude: 108, latitude: 31, positionAt: NOW }], NOW)
    fleet.load(loaded([{ id: 2 }, { id: 1 }], NOW - 500))
    expect(fleet.placeOf(0)).toEqual({ longitude: 108, latitude: 31 })
    expect(fleetStates[fleet.columns.states[0] ?? 9]).toBe('offline')
    fleet.load(loaded([{ id: 2 }, { id: 1 }], NOW + 500))
    expect(fleet.placeOf(0)).toEqual({ longitude: 106, latitude: 29 })
  })
  test('100,000 moved at once are told as one', () => {
    const all = Array.from({ length: 100_000 }, (_, at) => ({ id: at + 1 }))
    fleet.load(loaded(all))
    const heard = vi.fn()
    fleet.subscribe(heard)
    batch(all.map(({ id }) => ({ id, longitude: 100 + id / 1e5, latitude: 20, positionAt: NOW + 1 })))
    expect(heard).toHaveBeenCalledOnce()
    expect(fleet.longitudes[99_999]).toBe(101)
  })
})

describe('what is wanted', () => {
  const four: readonly Given[] = [
    { id: 1, name: 'Alpha', kind: 'helmet', state: 'online', group: 5 },
    { id: 2, name: 'Beta', kind: 'watch', state: 'offline', positionAt: NOW - 2 * 86_400_000 },
    { id: 3, name: 'Gamma', kind: 'helmet', state: 'abnormal', at: null },
    { id: 4, name: 'Delta beta', kind: 'smokeDetector', state: 'notActivated', positionAt: 0 },
  ]
  beforeEach(() => fleet.load(loaded(four)))
  const shown = () => [...fleet.looks].map(look => look !== HIDDEN)

  test('what is wrong stands first, then by name as the server sorted', () => {
    expect(order()).toEqual([3, 1, 2, 4])
  })
  test('without a place it is in the list and not on the map', () => {
    expect(shown()).toEqual([true, true, false, true])
    expect(fleet.counts()).toMatchObject({ all: 4, unplaced: 1 })
  })
  test.each([
    ['kinds', { kinds: ['helmet'] as const }, [3, 1]],
    ['a state', { states: ['offline'] as const }, [2]],
    ['a group', { groupId: 5 }, [1]],
    ['words in any order, whatever their case', { text: 'BETA del' }, [4]],
    ['the end of an IMEI', { text: '0003' }, [3]],
    ['fresh places', { age: 'fresh' as const }, [1]],
    ['old places', { age: 'older' as const }, [2]],
    ['no place', { age: 'none' as const }, [3]],
    ['one device', { imei: '860000000000002' }, [2]],
    ['nothing that is there', { text: 'nowhere' }, []],
  ])('by %s', (_, filter, ids) => {
    fleet.filter(filter)
    expect(order()).toEqual(ids)
  })
  test('the counts of the states leave the states themselves aside', () => {
    fleet.filter({ states: ['offline'], kinds: ['helmet', 'watch'] })
    const { all, byState } = fleet.counts()
    expect(all).toBe(3)
    expect(fleetStates.map((state, at) => [state, byState[at]])).toEqual([
      ['offline', 1],
      ['online', 1],
      ['notActivated', 0],
      ['abnormal', 1],
    ])
  })
  test('a device that changes its state comes into what is wanted, and leaves it', () => {
    fleet.filter({ states: ['offline'] })
    batch([
      { id: 1, state: 'offline' },
      { id: 2, state: 'online' },
    ])
    expect(order()).toEqual([1])
    expect(shown()).toEqual([true, false, false, false])
  })
  test('only what is on the map, across the antimeridian too', () => {
    batch([{ id: 1, longitude: 179.9, latitude: -17, positionAt: NOW + 1 }])
    expect(order({ bounds: { west: 179, south: -20, east: -179, north: -10 } })).toEqual([1])
    expect(order({ bounds: { west: 105, south: 28, east: 107, north: 30 } })).toEqual([2, 4])
    expect(isWithin({ west: 179, south: -20, east: -179, north: -10 }, 0, -17)).toBe(false)
  })
})

describe('looks', () => {
  const looks = fleetLooks(skins.blue)
  test('there is one for every kind, state and age, fewer than a byte holds', () => {
    expect(looks).toHaveLength(deviceKinds.length * fleetStates.length * 2)
    expect(looks.length).toBeLessThan(HIDDEN)
    const watch = deviceKinds.indexOf('watch')
    expect(looks[lookOf(watch, fleetStates.indexOf('abnormal'), false)]).toMatchObject({ shape: 'diamond' })
    expect(looks[lookOf(watch, fleetStates.indexOf('offline'), true)]).toMatchObject({ shape: 'ring' })
  })
  test('what moves fades when its place is old, what hangs on a wall does not', () => {
    fleet.load(
      loaded([
        { id: 1, kind: 'helmet', positionAt: NOW - STALE_MS + 1 },
        { id: 2, kind: 'smokeDetector', positionAt: NOW - 9 * STALE_MS },
      ]),
    )
    expect([fleet.stale(0), fleet.stale(1)]).toEqual([false, false])
    const before = fleet.looks[0]
    now += 10
    fleet.tick()
    expect([fleet.stale(0), fleet.stale(1)]).toEqual([true, false])
    expect(fleet.looks[0]).not.toBe(before)
  })
  test('colours mix', () => {
    expect(mixed('#ffffff', '#000000', 0.5)).toBe('#808080')
  })
})

describe('the address', () => {
  test('says what is wanted; what does not fit is dropped', () => {
    const read = readFleetSearch({
      imei: 860000000000001,
      state: ['offline', 'x'],
      kind: 'watch',
      group: 3,
      q: 7,
      age: 'day',
    })
    expect(read).toEqual({
      imei: '860000000000001',
      state: ['offline'],
      kind: ['watch'],
      group: 3,
      q: '7',
      age: 'day',
    })
    expect(filterOf(read)).toMatchObject({ states: ['offline'], kinds: ['watch'], groupId: 3, text: '7' })
    expect(readFleetSearch({ imei: 'x', state: 'y', group: -1, age: 3, q: {} })).toEqual({})
  })
})
