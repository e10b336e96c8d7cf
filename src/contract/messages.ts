// Messages that consoles hear on the broker.
import * as z from 'zod/mini'
import { alarm } from '../domain/alarm/alarm.ts'
import { commandState } from '../domain/device/command.ts'
import { deviceState } from '../domain/device/device.ts'
import { readingKind } from '../domain/device/readings.ts'
import { id, imei, moment } from '../domain/fields.ts'
import { taskState } from '../domain/task/task.ts'
import { wireOf } from './codecs.ts'

/** 9003: somebody presses SOS. Carries what the dialog shows; `alarmId` is what acknowledging names. */
export const sosNotice = z.object({
  code: z.literal('9003'),
  alarmId: id,
  tenantId: id,
  imei,
  deviceName: z.string(),
  name: z.nullable(z.string()),
  building: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  roomNo: z.nullable(z.string()),
  userPhone: z.nullable(z.string()),
  place: z.nullable(z.string()),
  battery: z.nullable(z.int()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  raisedAt: moment,
})
export type SosNotice = z.output<typeof sosNotice>

/** 5084: a card has been issued to a device. */
export const cardIssuedNotice = z.object({
  code: z.literal('5084'),
  imei,
  cardInfo: z.string(),
  deviceName: z.optional(z.string()),
  noticeId: z.optional(id),
  tenantId: z.optional(id),
})
export type CardIssuedNotice = z.output<typeof cardIssuedNotice>

/** An alarm that is new or has changed. `departmentId` of the row decides who with a department scope hears it. */
export const alarmNotice = z.object({ code: z.literal('alarm'), tenantId: id, alarm: wireOf(alarm.schema) })

/** A batch of state changes; absent fields did not change. */
export const stateBatch = z.object({
  code: z.literal('state'),
  at: moment,
  devices: z.array(
    wireOf(
      z.object({
        id,
        imei,
        departmentId: z.optional(z.nullable(id)),
        state: z.optional(deviceState),
        battery: z.optional(z.nullable(z.int())),
        signal: z.optional(z.nullable(z.int())),
        latitude: z.optional(z.number()),
        longitude: z.optional(z.number()),
        lastMessageAt: z.optional(moment),
        connectedAt: z.optional(moment),
        offlineAt: z.optional(moment),
        readings: z.optional(z.array(z.object({ kind: readingKind, value: z.number(), at: moment }))),
      }),
    ),
  ),
})
export type StateBatch = z.output<typeof stateBatch>
export type DeviceChange = StateBatch['devices'][number]

/** To the person's own topic: a command or a task moved on, or the session is over. */
export const commandNotice = z.object({
  code: z.literal('command'),
  id,
  imei,
  state: commandState,
  reason: z.nullable(z.string()),
})
export const taskNotice = z.object({ code: z.literal('task'), id, state: taskState, rows: z.int() })
export const sessionNotice = z.object({ code: z.literal('208') })

export const webMessage = z.union([
  sosNotice,
  cardIssuedNotice,
  alarmNotice,
  stateBatch,
  commandNotice,
  taskNotice,
  sessionNotice,
])
export type WebMessage = z.output<typeof webMessage>

/** Reads one broker payload for consoles; undefined for anything that is not a known message. */
export function readWebMessage(payload: string): WebMessage | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(payload)
  } catch {
    return undefined
  }
  const result = z.safeDecode(webMessage as z.ZodMiniType<WebMessage, unknown>, raw)
  return result.success ? result.data : undefined
}
