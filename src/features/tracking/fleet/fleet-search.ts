// What the address of a map page says: which device is open, and which are wanted.
import { type DeviceKind, type DeviceState, deviceKinds, deviceState } from '../../../domain/device/device.ts'
import { IMEI, SEARCH_LENGTH } from '../../../domain/limits.ts'
import { type AgeWord, ageWords, type FleetFilter } from './fleet-filter.ts'

export interface FleetSearch {
  imei?: string | undefined
  state?: readonly DeviceState[] | undefined
  kind?: readonly DeviceKind[] | undefined
  group?: number | undefined
  q?: string | undefined
  age?: AgeWord | undefined
}

const wordsOf = <Word extends string>(raw: unknown, known: readonly Word[]): readonly Word[] | undefined => {
  const asked = (Array.isArray(raw) ? raw : [raw]).map(String)
  const words = known.filter(word => asked.includes(word))
  return words.length > 0 ? words : undefined
}

/** Reads the search part of a map page's address; what does not fit is dropped. */
export function readFleetSearch(raw: Readonly<Record<string, unknown>>): FleetSearch {
  const imei = typeof raw.imei === 'string' || typeof raw.imei === 'number' ? String(raw.imei) : ''
  const q =
    typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, SEARCH_LENGTH) : ''
  const group = typeof raw.group === 'number' && Number.isSafeInteger(raw.group) ? raw.group : 0
  const [state, kind] = [wordsOf(raw.state, deviceState.options), wordsOf(raw.kind, deviceKinds)]
  const [age] = wordsOf(raw.age, ageWords) ?? []
  return {
    ...(IMEI.test(imei) && { imei }),
    ...(q !== '' && { q }),
    ...(group > 0 && { group }),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(age && { age }),
  }
}

export const filterOf = ({ state, kind, group, q, age }: FleetSearch): FleetFilter => ({
  states: state,
  kinds: kind,
  groupId: group,
  text: q,
  age,
})
