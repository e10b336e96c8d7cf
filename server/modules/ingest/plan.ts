// What becomes of a batch of messages: the rows to write and the changes to tell. Touches no database.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import type { DeviceChange } from '../../../src/contract/messages.ts'
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import type { MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import type { CommandState } from '../../../src/domain/device/command.ts'
import type { PayloadForm } from '../../../src/domain/device/payload.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'
import type { StateValues } from '../../../src/domain/device/state-fields.ts'
import type { Condition } from '../rules/thresholds.ts'
import type { KnownDevice, Live } from './devices.ts'
import type { DoorArrival } from './door-messages.ts'
import type { IndoorRow } from './indoor.ts'
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

export interface AlarmDraft {
  device: KnownDevice
  type: AlarmType
  raisedAt: number
  value: number | null
  limit: number | null
  latitude: number | null
  longitude: number | null
  battery: number | null
  /** Where it left or entered one. */
  fence?: { id: number; name: string }
  /** The danger zone of a floor that it entered or left. */
  zone?: { id: number; name: string }
  /** Known only long after it happened. */
  late?: boolean
  /** What was wrong with its message. */
  flaws?: readonly MessageFlaw[]
  /** It may be the alarm of this moment once more: told again only if that is over. */
  sameAs?: number
}

/** What became of a condition; `alarm` names the draft that raised it in this same batch. */
export interface ConditionChange {
  device: KnownDevice
  condition: string
  now: Condition
  alarm: AlarmDraft | null
  /** The device says that it is over: the alarm's timeline says so too. */
  recovered: boolean
}

/** Device time of the newest status, and what it told. */
export interface Status extends Partial<StateValues> {
  at: number | null
}

export interface Touched {
  device: KnownDevice
  live: Live
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
  acknowledgements: { device: KnownDevice; id: number; to: CommandState; reason: string | null; at: number }[]
  cards: { device: KnownDevice; cardInfo: string; orderId: number | null; at: number }[]
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
    live: {
      ...device.live,
      latestAt: new Map(device.live.latestAt),
      conditions: new Map(device.live.conditions),
      recent: new Map(device.live.recent),
    },
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
