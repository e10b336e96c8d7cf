// What holds for a reading of a device: its limits, its interval, its digits, and when it counts as silent.
import * as z from 'zod/mini'
import { intervals } from '../../../domain/device/intervals.ts'
import { limitsInForce } from '../../../domain/device/limits-in-force.ts'
import type { productReading } from '../../../domain/device/product-reading.ts'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import { type DeviceSettings, deviceSettings } from '../../../domain/device/settings.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { limitsOf } from '../vital.ts'

export type ProductReading = RowOf<typeof productReading>
export type Settings = Partial<DeviceSettings>

export interface Limits {
  lower?: number | undefined
  upper?: number | undefined
}

/** Silences shorter than this never break a line. */
const SHORTEST_GAP_MS = 5_000
/** With no interval known, a value of so long ago is old. */
const OLD_MS = DAY_MS

/** Reads the settings of a row of a list; none where they do not fit the schema. */
export function readSettingsOf(raw: unknown): Settings {
  const read = z.safeParse(z.partial(deviceSettings), raw ?? {})
  return read.success ? read.data : {}
}

/** The device's own limits; where it has none, those usual for its product. */
export function limitsFor(
  kind: ReadingKind,
  settings: Settings | undefined,
  model: ProductReading | undefined,
): Limits {
  return limitsInForce(limitsOf(settings, kind), model)
}

/** Milliseconds between two values as wanted; undefined when nobody has said. */
export function everyFor(
  kind: ReadingKind,
  settings: Settings | undefined,
  model: ProductReading | undefined,
): number | undefined {
  const { every: setting } = readings[kind]
  const wanted = setting && settings?.[setting]
  if (wanted !== undefined) return wanted * (setting && intervals[setting] === 'minute' ? MINUTE_MS : 1000)
  return model?.everySeconds ? model.everySeconds * 1000 : undefined
}

/** Digits after the point that a reading is shown with. */
export const decimalsFor = (kind: ReadingKind, model: ProductReading | undefined): number =>
  model?.decimals ?? readings[kind].decimals

/** All that a reading can be, where a chart should show the whole of it. */
export function rangeFor(kind: ReadingKind): { min: number; max: number } | undefined {
  const { min, max, wholeScale } = readings[kind]
  return wholeScale ? { min, max } : undefined
}

export type Judged = 'inside' | 'above' | 'below'

export function judged(value: number, { lower, upper }: Limits): Judged {
  if (upper !== undefined && value > upper) return 'above'
  return lower !== undefined && value < lower ? 'below' : 'inside'
}

/** True for a value that should have been followed by another one by now. */
export const isOld = (at: number, now: number, everyMs: number | undefined): boolean =>
  now - at > (everyMs === undefined ? OLD_MS : Math.max(everyMs * 1.5, MINUTE_MS))

/** A silence longer than this is a gap. `pauseMs`: what lies between two values as a rule. */
export function gapFor(
  everyMs: number | undefined,
  pauseMs: number | null | undefined,
  thinnedMs = 0,
): number {
  const usual = pauseMs ?? 0
  const expected = everyMs === undefined ? usual * 3 : Math.max(everyMs, usual) * 1.5
  return Math.max(SHORTEST_GAP_MS, expected || Number.POSITIVE_INFINITY, thinnedMs * 2.5)
}

/** A pause is compared with so many on each side of it: the device's interval may have been changed meanwhile. */
const AROUND = 4
const UNUSUAL = 1.5

interface Points {
  times: readonly number[]
  values: readonly number[]
}

/** The series with a null inside every gap. */
export function withGapsIn(
  { times, values }: Points,
  gapMs: number,
): { times: readonly number[]; values: readonly (number | null)[] } {
  const cuts: number[] = []
  for (let index = 1; index < times.length; index++) {
    const pause = (times[index] ?? 0) - (times[index - 1] ?? 0)
    if (pause > gapMs && pause > UNUSUAL * pauseAround(times, index)) cuts.push(index)
  }
  if (cuts.length === 0) return { times, values }
  const broken: { times: number[]; values: (number | null)[] } = { times: [], values: [] }
  let start = 0
  for (const cut of [...cuts, times.length]) {
    if (start > 0) {
      broken.times.push((times[start - 1] ?? 0) + 1)
      broken.values.push(null)
    }
    for (let index = start; index < cut; index++) {
      broken.times.push(times[index] ?? 0)
      broken.values.push(values[index] ?? null)
    }
    start = cut
  }
  return broken
}

function pauseAround(times: readonly number[], at: number): number {
  const pauses: number[] = []
  for (let index = Math.max(1, at - AROUND); index <= Math.min(times.length - 1, at + AROUND); index++)
    if (index !== at) pauses.push((times[index] ?? 0) - (times[index - 1] ?? 0))
  pauses.sort((a, b) => a - b)
  return pauses[Math.floor(pauses.length / 2)] ?? 0
}
