// What devices measure: everything about a kind of reading that is no words. A new one begins here, see
// docs/adding-a-reading.md.
import * as z from 'zod/mini'
import type { AlarmType } from '../alarm/alarm-types.ts'
import { keysOf } from '../keys.ts'
import type { Interval } from './intervals.ts'

interface ReadingFacts {
  unit: string
  /** Values outside are a broken sensor, not a measurement; the message is refused. */
  min: number
  max: number
  /** Digits after the point on a screen, where its product says nothing. */
  decimals: number
  /** Compact messages carry it as a whole number with so many decimals. Tags are for ever: never renumber. */
  compact: readonly [tag: number, decimals: number]
  /** What a broken limit raises; absent: no limits can be set for it. */
  limitAlarm?: AlarmType
  /** Other alarms that are about it. */
  alarms?: readonly AlarmType[]
  /** The setting that says how often it is sent. */
  every?: Interval
  /** Everybody knows its scale: half a battery is half the chart, one bar of four a quarter of it. */
  wholeScale?: true
  /** It only counts up, until it starts again. */
  counts?: true
}

const table = {
  heartRate: {
    unit: 'bpm',
    min: 0,
    max: 300,
    decimals: 0,
    compact: [1, 0],
    limitAlarm: 'heartRate',
    every: 'heartRateMinutes',
  },
  bodyTemperature: {
    unit: '°C',
    min: 20,
    max: 50,
    decimals: 1,
    compact: [2, 2],
    limitAlarm: 'temperature',
    every: 'temperatureMinutes',
  },
  bloodOxygen: {
    unit: '%',
    min: 0,
    max: 100,
    decimals: 0,
    compact: [3, 1],
    limitAlarm: 'bloodOxygen',
    every: 'bloodOxygenMinutes',
  },
  systolic: { unit: 'mmHg', min: 0, max: 350, decimals: 0, compact: [4, 0], limitAlarm: 'bloodPressure' },
  diastolic: { unit: 'mmHg', min: 0, max: 250, decimals: 0, compact: [5, 0], limitAlarm: 'bloodPressure' },
  ambientTemperature: {
    unit: '°C',
    min: -60,
    max: 500,
    decimals: 1,
    compact: [6, 2],
    limitAlarm: 'environmentTemperature',
    every: 'temperatureMinutes',
  },
  altitude: {
    unit: 'm',
    min: -500,
    max: 10_000,
    decimals: 0,
    compact: [7, 1],
    limitAlarm: 'altitude',
    every: 'altitudeMinutes',
  },
  airQuality: {
    unit: 'AQI',
    min: 0,
    max: 1000,
    decimals: 0,
    compact: [8, 1],
    limitAlarm: 'airQuality',
    every: 'airQualitySeconds',
  },
  airHumidity: {
    unit: '%',
    min: 0,
    max: 100,
    decimals: 0,
    compact: [9, 1],
    limitAlarm: 'airQuality',
    every: 'airHumiditySeconds',
  },
  odour: {
    unit: '',
    min: 0,
    max: 100,
    decimals: 0,
    compact: [10, 2],
    limitAlarm: 'airQuality',
    every: 'odourSeconds',
    wholeScale: true,
  },
  vocs: {
    unit: 'ppb',
    min: 0,
    max: 100_000,
    decimals: 0,
    compact: [11, 1],
    limitAlarm: 'airQuality',
    every: 'vocsSeconds',
  },
  gas: { unit: '%LEL', min: 0, max: 100, decimals: 1, compact: [12, 2], limitAlarm: 'harmfulGas' },
  smoke: { unit: 'dB/m', min: 0, max: 10, decimals: 2, compact: [13, 3], limitAlarm: 'smoke' },
  waterPressure: { unit: 'MPa', min: 0, max: 10, decimals: 3, compact: [14, 4], limitAlarm: 'deviceFault' },
  waterVolume: { unit: 'm³', min: 0, max: 100_000_000, decimals: 2, compact: [15, 3], counts: true },
  voltage: {
    unit: 'V',
    min: 0,
    max: 1000,
    decimals: 1,
    compact: [16, 2],
    limitAlarm: 'deviceFault',
    alarms: ['powerLoss'],
  },
  current: { unit: 'A', min: 0, max: 2000, decimals: 2, compact: [17, 3], limitAlarm: 'deviceFault' },
  energy: { unit: 'kWh', min: 0, max: 100_000_000, decimals: 2, compact: [18, 3], counts: true },
  battery: {
    unit: '%',
    min: 0,
    max: 100,
    decimals: 0,
    compact: [19, 0],
    alarms: ['lowVoltage'],
    wholeScale: true,
  },
  signal: { unit: '', min: 0, max: 4, decimals: 0, compact: [20, 0], wholeScale: true },
  steps: { unit: '', min: 0, max: 1_000_000, decimals: 0, compact: [21, 0] },
} as const satisfies Record<string, ReadingFacts>

export type ReadingKind = keyof typeof table
export const readings: Readonly<Record<ReadingKind, ReadingFacts>> = table
export const readingKinds = keysOf(table)
export const readingKind = z.enum(readingKinds)

/** The readings of which a fact is known. */
type With<Fact extends keyof ReadingFacts> = {
  [Kind in ReadingKind]: (typeof table)[Kind] extends Record<Fact, unknown> ? Kind : never
}[ReadingKind]

/** Readings that only count up, until they start again. */
export type Counter = With<'counts'>
export const isCounter = (kind: ReadingKind): kind is Counter => readings[kind].counts === true
export const counters = readingKinds.filter(isCounter)

/** Readings for which the settings carry an upper and a lower limit. */
export type LimitedReading = With<'limitAlarm'>
export const isLimited = (kind: ReadingKind): kind is LimitedReading =>
  readings[kind].limitAlarm !== undefined
export const limitedReadings = readingKinds.filter(isLimited)

/** Alarms that are about a reading. */
export const alarmTypesOf = (kind: ReadingKind): readonly AlarmType[] => {
  const { limitAlarm, alarms = [] } = readings[kind]
  return limitAlarm === undefined ? alarms : [limitAlarm, ...alarms]
}

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
