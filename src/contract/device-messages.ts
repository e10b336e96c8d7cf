// Messages between devices and the back end. Documented for integrators in docs/device-protocol.md.
import * as z from 'zod/mini'
import { alarmType } from '../domain/alarm/alarm-types.ts'
import { commandKind } from '../domain/device/command.ts'
import { readings } from '../domain/device/readings.ts'
import { latitude, longitude, text } from '../domain/fields.ts'
import { wireOf } from './codecs.ts'

/** Device time in epoch milliseconds; values under 13 digits are seconds. Absent: the time of arrival counts. */
const time = z.optional(
  z.pipe(
    z.int().check(z.nonnegative(), z.maximum(8_640_000_000_000)),
    z.transform(value => (value < 1e12 ? value * 1000 : value)),
  ),
)
/** Grows by one per message of a device; a repeated number within a day is stored once. */
const seq = z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295)))

const readingShape = Object.fromEntries(
  Object.entries(readings).map(([kind, { min, max }]) => [
    kind,
    z.optional(z.number().check(z.minimum(min), z.maximum(max))),
  ]),
) as { [K in keyof typeof readings]: z.ZodMiniOptional<z.ZodMiniNumber> }

const position = {
  lat: latitude,
  lon: longitude,
  /** Metres. */
  accuracy: z.optional(z.number().check(z.nonnegative(), z.maximum(100_000))),
  source: z.optional(z.enum(['gps', 'lbs', 'wifi', 'uwb'])),
}

/** 1001: the device introduces itself; it counts as online from here on. */
export const deviceLogin = z.object({
  code: z.literal('1001'),
  time,
  seq,
  appVersion: z.optional(text(40)),
  systemVersion: z.optional(text(40)),
  iccid: z.optional(text(20)),
  imsi: z.optional(text(15)),
  mainsPower: z.optional(z.boolean()),
  settings: z.optional(z.record(z.string(), z.unknown())),
})
/** 1002: alive, nothing to say. */
export const deviceHeartbeat = z.object({
  code: z.literal('1002'),
  time,
  seq,
  battery: readingShape.battery,
  signal: readingShape.signal,
})
/** 1003: the device is about to switch off. */
export const deviceGoodbye = z.object({ code: z.literal('1003'), time, seq })
/** 2001: one or more readings. */
export const deviceReadings = z.object({
  code: z.literal('2001'),
  time,
  seq,
  values: z.strictObject(readingShape),
})
/** 2002: where the device is. */
export const devicePosition = z.object({ code: z.literal('2002'), time, seq, ...position })
/** 3001: the device raises an alarm by type number 1 to 34. */
export const deviceAlarm = z.object({
  code: z.literal('3001'),
  time,
  seq,
  type: wireOf(alarmType),
  value: z.optional(z.number()),
  lat: z.optional(latitude),
  lon: z.optional(longitude),
})
/** 6002: the device's answer to a command. */
export const deviceAcknowledgement = z.object({
  code: z.literal('6002'),
  time,
  seq,
  id: z.int(),
  result: z.enum(['delivered', 'done', 'failed']),
  reason: z.optional(text(200)),
})
/** 6003: the settings in force on the device. */
export const deviceReportedSettings = z.object({
  code: z.literal('6003'),
  time,
  seq,
  settings: z.record(z.string(), z.unknown()),
})
/** 5084: a card has been written at the device. */
export const deviceCardIssued = z.object({ code: z.literal('5084'), time, seq, cardInfo: text(64) })

export const deviceMessage = z.discriminatedUnion('code', [
  deviceLogin,
  deviceHeartbeat,
  deviceGoodbye,
  deviceReadings,
  devicePosition,
  deviceAlarm,
  deviceAcknowledgement,
  deviceReportedSettings,
  deviceCardIssued,
])
export type DeviceMessage = z.output<typeof deviceMessage>

/** To the device on `sfwatch/{imei}/device`. 6001 is a command, 2 the answer to a message: stored. */
export const downlink = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('6001'),
    id: z.int(),
    kind: commandKind,
    input: z.nullable(z.record(z.string(), z.unknown())),
    expiresAt: z.int(),
  }),
  z.object({ code: z.literal('1101'), time: z.int() }),
])
export type Downlink = z.output<typeof downlink>
