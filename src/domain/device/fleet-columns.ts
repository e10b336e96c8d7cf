// The whole fleet as columns instead of rows: 100,000 devices go over the wire in one piece and into memory as they are.

import { deviceKinds, deviceState } from './device.ts'
import { lifecycles } from './lifecycle.ts'
import { footRing } from './state-fields.ts'

/** Columns of equal length; an index is one device. */
export interface FleetColumns {
  ids: Float64Array
  /** Indices into `deviceKinds`, `fleetStates` and `lifecycles`. */
  kinds: Uint8Array
  states: Uint8Array
  lifecycles: Uint8Array
  /** Degrees; not a number where nobody knows the place. */
  longitudes: Float64Array
  latitudes: Float64Array
  /** Metres; 0: unknown, or where it was installed. */
  accuracies: Uint16Array
  /** Epoch milliseconds, whole seconds; 0: the device never told, this is where it was installed. */
  positionAts: Float64Array
  /** 0: none. */
  groupIds: Float64Array
  departmentIds: Float64Array
  /** Per cent; -1: unknown. */
  batteries: Int8Array
  /** Index into `fleetRings`; 255: it has none. */
  footRings: Uint8Array
}

export const fleetStates = deviceState.options
export const fleetRings = footRing.options
export const NO_RING = 255

/** Degrees are stored in units of a centimetre. */
const PER_DEGREE = 1e7
const NOWHERE = -2_147_483_648
const MOST_ACCURACY = 65_535

/** One device as the database knows it. */
export interface FleetRows {
  ids: readonly number[]
  kinds: readonly string[]
  states: readonly string[]
  lifecycles: readonly string[]
  longitudes: readonly (number | null)[]
  latitudes: readonly (number | null)[]
  accuracies: readonly (number | null)[]
  positionAts: readonly (number | null)[]
  groupIds: readonly (number | null)[]
  departmentIds: readonly (number | null)[]
  batteries: readonly (number | null)[]
  footRings: readonly (string | null)[]
}

const wide = ['ids', 'groupIds', 'departmentIds'] as const
const BYTES = 8 * wide.length + 4 * 3 + 2 + 5

/** The numbers of a fleet in one piece, little-endian, column after column; the widest first, so that all are aligned. */
export function packFleet(rows: FleetRows): Uint8Array {
  const count = rows.ids.length
  const bytes = new Uint8Array(count * BYTES)
  const parts = partsOf(bytes.buffer, 0, count)
  const [kinds, states, lives] = [indexed(deviceKinds), indexed(fleetStates), indexed(lifecycles)]
  const rings = indexed(fleetRings)
  for (let at = 0; at < count; at++) {
    for (const name of wide) parts[name][at] = rows[name][at] ?? 0
    const [longitude, latitude] = [rows.longitudes[at] ?? null, rows.latitudes[at] ?? null]
    const placed = longitude !== null && latitude !== null
    parts.longitudes[at] = placed ? Math.round(longitude * PER_DEGREE) : NOWHERE
    parts.latitudes[at] = placed ? Math.round(latitude * PER_DEGREE) : NOWHERE
    parts.seconds[at] = Math.round((rows.positionAts[at] ?? 0) / 1000)
    parts.accuracies[at] = Math.min(MOST_ACCURACY, Math.max(0, Math.round(rows.accuracies[at] ?? 0)))
    parts.kinds[at] = kinds(rows.kinds[at])
    parts.states[at] = states(rows.states[at])
    parts.lifecycles[at] = lives(rows.lifecycles[at])
    parts.batteries[at] = rows.batteries[at] ?? -1
    parts.footRings[at] = rings(rows.footRings[at])
  }
  return bytes
}

/** What `packFleet` made. Throws a RangeError where the length does not fit the count. */
export function unpackFleet(bytes: Uint8Array, count: number): FleetColumns {
  if (bytes.length !== count * BYTES) throw new RangeError('The fleet is cut off')
  // Aligned whatever the piece was cut from.
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  const { longitudes, latitudes, seconds, ...parts } = partsOf(own.buffer, own.byteOffset, count)
  const degrees = (from: Int32Array) =>
    Float64Array.from(from, value => (value === NOWHERE ? Number.NaN : value / PER_DEGREE))
  return {
    ...parts,
    longitudes: degrees(longitudes),
    latitudes: degrees(latitudes),
    positionAts: Float64Array.from(seconds, value => value * 1000),
  }
}

type Index = (word: string | null | undefined) => number

function indexed(words: readonly string[]): Index {
  const known = new Map(words.map((word, index) => [word, index]))
  return word => (typeof word === 'string' ? (known.get(word) ?? NO_RING) : NO_RING)
}

function partsOf(buffer: ArrayBufferLike, from: number, count: number) {
  let at = from
  const take = <T>(Made: new (buffer: ArrayBufferLike, at: number, count: number) => T, width: number): T => {
    const part = new Made(buffer, at, count)
    at += count * width
    return part
  }
  return {
    ids: take(Float64Array, 8),
    groupIds: take(Float64Array, 8),
    departmentIds: take(Float64Array, 8),
    longitudes: take(Int32Array, 4),
    latitudes: take(Int32Array, 4),
    seconds: take(Uint32Array, 4),
    accuracies: take(Uint16Array, 2),
    kinds: take(Uint8Array, 1),
    states: take(Uint8Array, 1),
    lifecycles: take(Uint8Array, 1),
    batteries: take(Int8Array, 1),
    footRings: take(Uint8Array, 1),
  }
}
