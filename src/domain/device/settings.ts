// What can be set on a device: limits, report intervals, durations, texts, contacts, lists.
import * as z from 'zod/mini'
import { nonEmpty, phone, text } from '../fields.ts'
import { keysOf } from '../keys.ts'
import { type ReadingKind, readings } from './readings.ts'

const bound = (kind: ReadingKind) =>
  z.optional(z.number().check(z.minimum(readings[kind].min), z.maximum(readings[kind].max)))

const limit = (kind: ReadingKind) =>
  z.optional(
    z.object({ lower: bound(kind), upper: bound(kind) }).check(
      z.refine(({ lower, upper }) => lower === undefined || upper === undefined || lower < upper, {
        error: 'limitOrder',
      }),
    ),
  )

const minutes = z.optional(z.int().check(z.minimum(1), z.maximum(1440)))
const seconds = z.optional(z.int().check(z.minimum(1), z.maximum(86_400)))

export const limitedReadings = [
  'heartRate',
  'bodyTemperature',
  'bloodOxygen',
  'systolic',
  'diastolic',
  'ambientTemperature',
  'altitude',
  'airQuality',
  'airHumidity',
  'odour',
  'vocs',
  'gas',
  'smoke',
  'waterPressure',
  'voltage',
  'current',
] as const satisfies readonly ReadingKind[]

/** Units: intervals of heart rate, temperature, oxygen, altitude, position and restart in minutes; odour, VOCs, air quality and humidity, alarm and gas in seconds. */
export const deviceSettings = z.object({
  limits: z.object({
    heartRate: limit('heartRate'),
    bodyTemperature: limit('bodyTemperature'),
    bloodOxygen: limit('bloodOxygen'),
    systolic: limit('systolic'),
    diastolic: limit('diastolic'),
    ambientTemperature: limit('ambientTemperature'),
    altitude: limit('altitude'),
    airQuality: limit('airQuality'),
    airHumidity: limit('airHumidity'),
    odour: limit('odour'),
    vocs: limit('vocs'),
    gas: limit('gas'),
    smoke: limit('smoke'),
    waterPressure: limit('waterPressure'),
    voltage: limit('voltage'),
    current: limit('current'),
  }),
  heartRateMinutes: minutes,
  temperatureMinutes: minutes,
  bloodOxygenMinutes: minutes,
  altitudeMinutes: minutes,
  positionMinutes: minutes,
  restartMinutes: minutes,
  odourSeconds: seconds,
  vocsSeconds: seconds,
  airQualitySeconds: seconds,
  airHumiditySeconds: seconds,
  alarmSeconds: seconds,
  gasMeasureSeconds: seconds,
  welcomeMessage: z.optional(text(100)),
  contacts: z.optional(
    z
      .array(z.object({ name: nonEmpty(40), phone, relationship: z.optional(text(20)) }))
      .check(z.maxLength(5)),
  ),
  allowedNumbers: z.optional(z.array(phone).check(z.maxLength(50))),
  blockedNumbers: z.optional(z.array(phone).check(z.maxLength(50))),
})
export type DeviceSettings = z.output<typeof deviceSettings>

/** What is wanted of a device after some settings were changed: what is not given stays, the sides of a limit too. */
export function mergeSettings(
  wanted: Partial<DeviceSettings>,
  given: Partial<DeviceSettings>,
): Partial<DeviceSettings> {
  const changed = keysOf(given.limits ?? {}).map(
    kind => [kind, { ...wanted.limits?.[kind], ...given.limits?.[kind] }] as const,
  )
  const limits = { ...wanted.limits, ...Object.fromEntries(changed) }
  return { ...wanted, ...given, ...((wanted.limits || given.limits) && { limits }) }
}

/** The reading whose limits are crossed: the lower one is not below the upper one. */
export function crossedLimit(settings: Partial<DeviceSettings>): ReadingKind | undefined {
  return limitedReadings.find(kind => {
    const { lower, upper } = settings.limits?.[kind] ?? {}
    return lower !== undefined && upper !== undefined && lower >= upper
  })
}
