// What becomes of a batch of messages: the rows to write and the changes to tell. Touches no database.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import type { DeviceChange } from '../../../src/contract/messages.ts'
import type { MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import type { PayloadForm } from '../../../src/domain/device/payload.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'
import type { StateValues } from '../../../src/domain/device/state-fields.ts'
import type { AlarmDraft, ConditionChange } from '../alarms/public.ts'
import type { CommandAnswer } from '../device-commands/public.ts'
import type { IndoorRow } from '../indoor/public.ts'
import type { WrittenDoorCard } from '../notices/public.ts'
import { draftOf, type KnownDevice, type LiveDraft } from './devices.ts'
import type { DoorArrival } from './door-messages.ts'
import type { Refusal } from './refusals.ts'

/** The device itself, or its will once the line has broken. Not known where another broker stands between. */
export type SaidBy = 'device' | 'will'

export interface Arrival {
  imei: string
  message: DeviceMessage
  /** What was wrong with it and left out. */
  flaws?: readonly MessageFlaw[]
  from?: SaidBy | undefined
  /** When it came. */
  at: number
  topic: string
  /** Its bytes, for a look where the database refuses it. */
  sample: Uint8Array
}

/** Device time of the newest status, and what it told. */
export interface Status extends Partial<StateValues> {
  at: number | null
}

export interface Touched {
  device: KnownDevice
  live: LiveDraft
  change: DeviceChange
  info: { appVersion?: string; systemVersion?: string; iccid?: string; imsi?: string }
  reported: { settings: Record<string, unknown>; at: number } | null
  /** What it says of its contacts, its ring, gas and valve; what is absent stays as stored. */
  status: Status
  sequenceChanged: boolean
  source: string | null
  accuracy: number | null
}

export interface Plan {
  touched: Map<number, Touched>
  readings: { device: KnownDevice; kind: ReadingKind; at: number; value: number }[]
  latest: Map<string, { device: KnownDevice; kind: ReadingKind; at: number; value: number }>
  positions: {
    device: KnownDevice
    at: number
    latitude: number
    longitude: number
    accuracy: number | null
    source: string | null
  }[]
  indoor: IndoorRow[]
  presence: { device: KnownDevice; at: number; online: boolean }[]
  alarms: AlarmDraft[]
  conditions: ConditionChange[]
  acknowledgements: CommandAnswer[]
  cards: WrittenDoorCard[]
  /** What devices passed on as it is. */
  payloads: { device: KnownDevice; at: number; form: PayloadForm; data: string }[]
  /** Messages of doors and cards, in their order, for the handlers of their codes. */
  doors: DoorArrival[]
  /** Devices that came online or introduced themselves. */
  arrived: KnownDevice[]
  refusals: Refusal[]
  stored: number
}

export const emptyPlan = (): Plan => ({
  touched: new Map(),
  readings: [],
  latest: new Map(),
  positions: [],
  indoor: [],
  presence: [],
  alarms: [],
  conditions: [],
  acknowledgements: [],
  cards: [],
  payloads: [],
  doors: [],
  arrived: [],
  refusals: [],
  stored: 0,
})

/** The working copy of a device in this plan. */
export function touch(plan: Plan, device: KnownDevice): Touched {
  const known = plan.touched.get(device.id)
  if (known) return known
  const made: Touched = {
    device,
    live: draftOf(device.live),
    change: { id: device.id, imei: device.imei, departmentId: device.departmentId },
    info: {},
    reported: null,
    status: { at: null },
    sequenceChanged: false,
    source: null,
    accuracy: null,
  }
  plan.touched.set(device.id, made)
  return made
}

/** The device gives a sign of life. */
export function hearFrom({ live, change }: Touched, at: number): void {
  change.lastMessageAt = live.lastMessageAt = Math.max(live.lastMessageAt ?? 0, at)
}
