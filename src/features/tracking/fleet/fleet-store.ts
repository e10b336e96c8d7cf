// The fleet in memory: columns that live changes are written into, which the map reads directly and lists a few times a second.

import type { DeviceChange, StateBatch } from '../../../contract/messages.ts'
import { type FleetColumns, fleetRings, fleetStates, NO_RING } from '../../../domain/device/fleet-columns.ts'
import type { Place } from '../../../domain/geo/geo.ts'
import { HIDDEN, type LivePoints } from '../../../platform/map/map-port.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { type FleetFilter, judgeOf, wantedStates } from './fleet-filter.ts'
import { lookOf, movesAt, STALE_MS } from './fleet-looks.ts'

export interface FleetTexts {
  imeis: readonly string[]
  names: readonly string[]
  wearers: readonly string[]
}

export interface LoadedFleet extends FleetTexts {
  /** When the server read it. */
  at: number
  columns: FleetColumns
}

export interface Fleet extends LivePoints, FleetTexts {
  readonly columns: FleetColumns
  /** Places are where devices were installed, not where they report to be. */
  readonly installed: boolean
  /** When the newest of it was heard, epoch milliseconds; 0 before anything is there. */
  heardAt(): number
  slotOf(id: number): number | undefined
  slotOfImei(imei: string): number | undefined
  /** Undefined where nobody knows it. */
  placeOf(slot: number): Place | undefined
  /** Puts what the server read in place of what was there; what was heard after that reading stays. */
  load(loaded: LoadedFleet): void
  /** Takes a batch of changes. True when it told of devices that are not known here yet. */
  apply(batch: StateBatch): boolean
  filter(wanted: FleetFilter): void
  /** How many of each state would be there with the filter but for its states. */
  counts(): { all: number; byState: readonly number[]; unplaced: number }
  matches(slot: number): boolean
  /** Whether its place is older than what moves should have. */
  stale(slot: number): boolean
  /** Time has passed: what has become stale is marked so. */
  tick(): void
  /** Notifies of changes a few times a second, for lists; the map is notified at once through `subscribe`. */
  watch(listener: () => void): () => void
  /** Grows with every change that `watch` tells of. */
  version(): number
}

/** Lists follow so often. */
const WALK_MS = 500

const nothing: LoadedFleet = {
  at: 0,
  imeis: [],
  names: [],
  wearers: [],
  columns: {
    ids: new Float64Array(),
    kinds: new Uint8Array(),
    states: new Uint8Array(),
    lifecycles: new Uint8Array(),
    longitudes: new Float64Array(),
    latitudes: new Float64Array(),
    accuracies: new Uint16Array(),
    positionAts: new Float64Array(),
    groupIds: new Float64Array(),
    departmentIds: new Float64Array(),
    batteries: new Int8Array(),
    footRings: new Uint8Array(),
  },
}

interface Clock {
  now(): number
  after(ms: number, run: () => void): void
}

const browser: Clock = { now: () => serverNow(), after: (ms, run) => void setTimeout(run, ms) }

/** An empty fleet. `fades`: places of what moves grow old; where things were installed does not. */
export function createFleet(clock: Clock = browser, fades = true): Fleet {
  let { columns, ...texts }: LoadedFleet = nothing
  let slots = new Map<number, number>()
  let imeis: Map<string, number> | undefined
  let looks = new Uint8Array()
  /** Of each device, bit 1: it passes the filter apart from states; bit 2: its state is wanted. */
  let marks = new Uint8Array()
  let searched: (string | undefined)[] = []
  /** When the server last told of each device by a batch. */
  let heardAts = new Float64Array()
  let newest = 0
  let wanted: FleetFilter = {}
  let version = 0
  let walking = false
  const listeners = new Set<(changed: readonly number[] | 'all') => void>()
  const watchers = new Set<() => void>()

  const textOf = (slot: number): string => {
    searched[slot] ??= `${texts.names[slot]} ${texts.imeis[slot]} ${texts.wearers[slot]}`.toLowerCase()
    return searched[slot] ?? ''
  }
  const isStale = (slot: number, now: number): boolean => {
    const at = columns.positionAts[slot] ?? 0
    return fades && at > 0 && now - at > STALE_MS && movesAt(columns.kinds[slot] ?? 0)
  }
  const appearance = (slot: number, now: number): number => {
    if (marks[slot] !== 3 || Number.isNaN(columns.longitudes[slot])) return HIDDEN
    return lookOf(columns.kinds[slot] ?? 0, columns.states[slot] ?? 0, isStale(slot, now))
  }
  const judgeAll = () => {
    const now = clock.now()
    const judge = judgeOf({ ...columns, imeis: texts.imeis, textOf }, wanted, now)
    const states = wantedStates(wanted)
    for (let slot = 0; slot < columns.ids.length; slot++) {
      const stateFits = states === undefined || states.has(columns.states[slot] ?? -1)
      marks[slot] = (judge(slot) ? 1 : 0) | (stateFits ? 2 : 0)
      looks[slot] = appearance(slot, now)
    }
  }
  const tell = (changed: readonly number[] | 'all') => {
    for (const listener of listeners) listener(changed)
    if (walking) return
    walking = true
    clock.after(WALK_MS, () => {
      walking = false
      watched()
    })
  }
  const watched = () => {
    version++
    for (const watcher of watchers) watcher()
  }
  /** Writes one change into its slot. */
  const take = (slot: number, change: DeviceChange) => {
    const { state, battery, footRing, longitude, latitude, positionAt, accuracy } = change
    if (state !== undefined) columns.states[slot] = fleetStates.indexOf(state)
    if (battery !== undefined) columns.batteries[slot] = battery ?? -1
    if (footRing !== undefined) columns.footRings[slot] = ringOf(footRing)
    if (longitude === undefined || latitude === undefined) return
    // An older place that arrives later moves nobody back.
    if (positionAt !== undefined && positionAt < (columns.positionAts[slot] ?? 0)) return
    columns.longitudes[slot] = longitude
    columns.latitudes[slot] = latitude
    columns.positionAts[slot] = positionAt ?? clock.now()
    columns.accuracies[slot] = Math.min(65_535, Math.max(0, Math.round(accuracy ?? 0)))
  }

  return {
    get size() {
      return columns.ids.length
    },
    get longitudes() {
      return columns.longitudes
    },
    get latitudes() {
      return columns.latitudes
    },
    get looks() {
      return looks
    },
    get imeis() {
      return texts.imeis
    },
    get names() {
      return texts.names
    },
    get wearers() {
      return texts.wearers
    },
    get columns() {
      return columns
    },
    installed: !fades,
    heardAt: () => newest,
    slotOf: id => slots.get(id),
    slotOfImei: imei => {
      imeis ??= new Map(texts.imeis.map((each, slot) => [each, slot]))
      return imeis.get(imei)
    },
    placeOf: slot => {
      const [longitude, latitude] = [columns.longitudes[slot], columns.latitudes[slot]]
      if (longitude === undefined || latitude === undefined || Number.isNaN(longitude)) return undefined
      return { longitude, latitude }
    },
    load: loaded => {
      const [before, beforeSlots, beforeHeard] = [columns, slots, heardAts]
      ;({ columns, ...texts } = loaded)
      const count = columns.ids.length
      slots = new Map()
      imeis = undefined
      searched = []
      looks = new Uint8Array(count)
      marks = new Uint8Array(count)
      heardAts = new Float64Array(count)
      newest = Math.max(newest, loaded.at)
      for (let slot = 0; slot < count; slot++) {
        const id = columns.ids[slot] ?? 0
        slots.set(id, slot)
        const old = beforeSlots.get(id)
        if (old !== undefined && (beforeHeard[old] ?? 0) > loaded.at) {
          heardAts[slot] = beforeHeard[old] ?? 0
          keepHeard(before, old, columns, slot)
        }
      }
      judgeAll()
      tell('all')
      watched()
    },
    apply: ({ at, devices }) => {
      const now = clock.now()
      const states = wantedStates(wanted)
      const changed: number[] = []
      let strangers = false
      newest = Math.max(newest, at)
      for (const change of devices) {
        const slot = slots.get(change.id)
        if (slot === undefined) {
          strangers = true
          continue
        }
        take(slot, change)
        heardAts[slot] = at
        // Its kind, group and name do not change so; ages are looked at again in time.
        const stateFits = states === undefined || states.has(columns.states[slot] ?? -1)
        marks[slot] = ((marks[slot] ?? 0) & 1) | (stateFits ? 2 : 0)
        looks[slot] = appearance(slot, now)
        changed.push(slot)
      }
      if (changed.length > 0) tell(changed)
      return strangers
    },
    filter: next => {
      wanted = next
      judgeAll()
      tell('all')
      watched()
    },
    counts: () => {
      const byState = fleetStates.map(() => 0)
      let [all, unplaced] = [0, 0]
      for (let slot = 0; slot < columns.ids.length; slot++) {
        if (((marks[slot] ?? 0) & 1) === 0) continue
        all++
        if (Number.isNaN(columns.longitudes[slot])) unplaced++
        const state = columns.states[slot] ?? 0
        byState[state] = (byState[state] ?? 0) + 1
      }
      return { all, byState, unplaced }
    },
    matches: slot => marks[slot] === 3,
    stale: slot => isStale(slot, clock.now()),
    tick: () => {
      if (columns.ids.length === 0) return
      judgeAll()
      tell('all')
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: listener => {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    version: () => version,
  }
}

const ringOf = (ring: (typeof fleetRings)[number] | null): number =>
  ring === null ? NO_RING : fleetRings.indexOf(ring)

/** What batches tell of a device, from where it was to where it is now. */
function keepHeard(from: FleetColumns, old: number, to: FleetColumns, slot: number): void {
  for (const name of [
    'states',
    'batteries',
    'footRings',
    'longitudes',
    'latitudes',
    'positionAts',
    'accuracies',
  ] as const) {
    const value = from[name][old]
    if (value !== undefined) to[name][slot] = value
  }
}
