// What can be set on a device: limits, report intervals, durations, texts, contacts, lists.
import * as z from 'zod/mini'
import { nonEmpty, phone, text } from '../fields.ts'
import { keysOf, recordOf } from '../keys.ts'
import { CONTACT_LENGTH, WELCOME_LENGTH } from '../limits.ts'
import { intervalNames, intervals } from './intervals.ts'
import { limitedReadings, type ReadingKind, readings } from './readings.ts'

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

const durations = {
  minute: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  second: z.optional(z.int().check(z.minimum(1), z.maximum(86_400))),
}

export const deviceSettings = z.object({
  limits: z.object(recordOf(limitedReadings, limit)),
  ...recordOf(intervalNames, name => durations[intervals[name]]),
  welcomeMessage: z.optional(text(WELCOME_LENGTH)),
  contacts: z.optional(
    z
      .array(
        z.object({
          name: nonEmpty(CONTACT_LENGTH.name),
          phone,
          relationship: z.optional(text(CONTACT_LENGTH.relationship)),
        }),
      )
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
