// Which devices a person wants to see, asked of columns: 100,000 answers in a few milliseconds.
import { type DeviceKind, type DeviceState, deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'

/** Ages of the place; `none`: nobody knows where it is. */
export const ages = { fresh: 5 * MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const
export const ageWords = ['fresh', 'hour', 'day', 'older', 'none'] as const
export type AgeWord = (typeof ageWords)[number]

export interface FleetFilter {
  /** Absent: all. */
  states?: readonly DeviceState[] | undefined
  kinds?: readonly DeviceKind[] | undefined
  groupId?: number | undefined
  departmentId?: number | undefined
  text?: string | undefined
  age?: AgeWord | undefined
  /** Just this one. */
  imei?: string | undefined
  /** None but these. */
  among?: readonly string[] | undefined
}

/** What is asked of one device; the columns of the fleet know more. */
export interface Judged {
  kinds: Uint8Array
  states: Uint8Array
  groupIds: Float64Array
  departmentIds: Float64Array
  longitudes: Float64Array
  positionAts: Float64Array
  imeis: readonly string[]
  /** Name, IMEI and wearer in small letters. */
  textOf(slot: number): string
}

/** Whether a device is wanted, its state left aside: the counts of the states are of those. */
export function judgeOf(fleet: Judged, filter: FleetFilter, now: number): (slot: number) => boolean {
  const parts: ((slot: number) => boolean)[] = []
  const { kinds, groupId, departmentId, age, imei, among } = filter
  if (imei !== undefined) parts.push(slot => fleet.imeis[slot] === imei)
  if (among) {
    const wanted = new Set(among)
    parts.push(slot => wanted.has(fleet.imeis[slot] ?? ''))
  }
  if (kinds) {
    const wanted = new Set(kinds.map(kind => deviceKinds.indexOf(kind)))
    parts.push(slot => wanted.has(fleet.kinds[slot] ?? -1))
  }
  if (groupId !== undefined) parts.push(slot => fleet.groupIds[slot] === groupId)
  if (departmentId !== undefined) parts.push(slot => fleet.departmentIds[slot] === departmentId)
  if (age !== undefined) parts.push(slot => ageOf(fleet, slot, now, age))
  const words = (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  // The most expensive test last.
  if (words.length > 0) parts.push(slot => words.every(word => fleet.textOf(slot).includes(word)))
  return slot => parts.every(part => part(slot))
}

/** The wanted states as numbers; undefined: all. */
export const wantedStates = ({ states }: FleetFilter): ReadonlySet<number> | undefined =>
  states && new Set(states.map(state => fleetStates.indexOf(state)))

function ageOf(fleet: Judged, slot: number, now: number, wanted: AgeWord): boolean {
  const placed = !Number.isNaN(fleet.longitudes[slot])
  const at = fleet.positionAts[slot] ?? 0
  if (wanted === 'none') return !placed
  if (!placed || at === 0) return false
  return wanted === 'older' ? now - at > ages.day : now - at <= ages[wanted]
}
