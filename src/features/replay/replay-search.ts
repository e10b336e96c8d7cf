// What the address of the time machine says: which span, of which devices or around which place, and the moment.

import type * as z from 'zod/mini'
import type { replay } from '../../contract/endpoints/replay.ts'
import { ROW_ID, WRITTEN_MOMENT } from '../../domain/limits.ts'

export type Around = NonNullable<z.input<(typeof replay)['request']>['around']>

export interface ReplaySearch {
  /** Undefined: the hour up to now, as it comes. */
  from: number | undefined
  to: number | undefined
  devices: readonly number[]
  around: Around | undefined
  /** When it happened, and by when it was known. */
  at: number | undefined
  known: number | undefined
}

type Raw = Readonly<Record<string, unknown>>

/** ISO 8601, or epoch milliseconds. */
function momentIn(value: unknown): number | undefined {
  const text = String(value ?? '')
  if (WRITTEN_MOMENT.test(text)) return Number(text)
  const at = Date.parse(text)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && Number.isFinite(at) ? at : undefined
}

function aroundIn(value: unknown): Around | undefined {
  const parts = String(value ?? '').split(',')
  const [longitude = Number.NaN, latitude = Number.NaN, radiusMetres = Number.NaN] = parts.map(Number)
  return parts.length === 3 && [longitude, latitude, radiusMetres].every(Number.isFinite)
    ? { longitude, latitude, radiusMetres }
    : undefined
}

export function readReplaySearch(raw: Raw): ReplaySearch {
  const ids = String(raw.devices ?? '')
    .split(',')
    .filter(text => ROW_ID.test(text))
    .map(Number)
  return {
    from: momentIn(raw.from),
    to: momentIn(raw.to),
    devices: [...new Set(ids)],
    around: aroundIn(raw.around),
    at: momentIn(raw.at),
    known: momentIn(raw.known),
  }
}

export const aroundText = (around: Around | undefined): string | undefined =>
  around && [around.longitude, around.latitude, around.radiusMetres].join(',')

/** The same as an address says it; what is undefined is left out. */
export function writeReplaySearch(search: Partial<ReplaySearch>): Record<string, string | undefined> {
  const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  return {
    from: iso(search.from),
    to: iso(search.to),
    devices: search.devices?.length ? search.devices.join(',') : undefined,
    around: aroundText(search.around),
    at: iso(search.at),
    known: iso(search.known),
  }
}
