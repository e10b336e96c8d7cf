// What devices measure: name, unit and plausible range of every reading.
import * as z from 'zod/mini'
import { keysOf } from '../keys.ts'

interface ReadingFacts {
  unit: string
  /** Values outside are a broken sensor, not a measurement; the message is refused. */
  min: number
  max: number
  /** Whether the settings carry an upper and a lower limit for it. */
  limited: boolean
}

export const readings = {
  heartRate: { unit: 'bpm', min: 0, max: 300, limited: true },
  bodyTemperature: { unit: '°C', min: 20, max: 50, limited: true },
  bloodOxygen: { unit: '%', min: 0, max: 100, limited: true },
  systolic: { unit: 'mmHg', min: 0, max: 350, limited: true },
  diastolic: { unit: 'mmHg', min: 0, max: 250, limited: true },
  ambientTemperature: { unit: '°C', min: -60, max: 500, limited: true },
  altitude: { unit: 'm', min: -500, max: 10_000, limited: true },
  airQuality: { unit: 'AQI', min: 0, max: 1000, limited: true },
  airHumidity: { unit: '%', min: 0, max: 100, limited: true },
  odour: { unit: '', min: 0, max: 100, limited: true },
  vocs: { unit: 'ppb', min: 0, max: 100_000, limited: true },
  gas: { unit: '%LEL', min: 0, max: 100, limited: true },
  smoke: { unit: 'dB/m', min: 0, max: 10, limited: true },
  waterPressure: { unit: 'MPa', min: 0, max: 10, limited: true },
  waterVolume: { unit: 'm³', min: 0, max: 100_000_000, limited: false },
  voltage: { unit: 'V', min: 0, max: 1000, limited: true },
  current: { unit: 'A', min: 0, max: 2000, limited: true },
  energy: { unit: 'kWh', min: 0, max: 100_000_000, limited: false },
  battery: { unit: '%', min: 0, max: 100, limited: false },
  signal: { unit: '', min: 0, max: 4, limited: false },
  steps: { unit: '', min: 0, max: 1_000_000, limited: false },
} as const satisfies Record<string, ReadingFacts>

export type ReadingKind = keyof typeof readings
export const readingKinds = keysOf(readings)
export const readingKind = z.enum(readingKinds)

/** Readings that only count up, until they start again. */
export const counters = ['energy', 'waterVolume'] as const satisfies readonly ReadingKind[]

/** One measured series: parallel arrays of epoch milliseconds and values, oldest first. */
export const series = z.object({
  kind: readingKind,
  times: z.array(z.int()),
  values: z.array(z.number()),
  /** What all values of the time say, also those that were thinned away; null: there are none. */
  figures: z.optional(
    z.nullable(
      z.object({
        count: z.int(),
        low: z.number(),
        lowAt: z.int(),
        high: z.number(),
        highAt: z.int(),
        mean: z.number(),
      }),
    ),
  ),
  /** Milliseconds between two values as a rule; null: too few to say. */
  pauseMs: z.optional(z.nullable(z.int())),
  /** Milliseconds within which only the lowest and the highest stayed; 0: every value is there. */
  thinnedMs: z.optional(z.int()),
})
export type Series = z.output<typeof series>
export type SeriesFigures = NonNullable<Series['figures']>
