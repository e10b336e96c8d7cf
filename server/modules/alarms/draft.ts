// What alarms are made of: whoever finds one out fills in a draft.
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import type { MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { Condition } from '../rules/public.ts'

/** What an alarm keeps of its device. */
export interface AlarmDevice {
  id: number
  tenantId: number
  imei: string
  kind: DeviceKind
  name: string
  departmentId: number | null
  wearerName: string | null
  phone: string | null
  place: string | null
  building: string | null
  unit: string | null
  roomNo: string | null
}

export interface AlarmDraft {
  device: AlarmDevice
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
  /** Somebody wants to see whether alarms arrive. */
  trial?: boolean
  /** What was wrong with its message. */
  flaws?: readonly MessageFlaw[]
  /** It may be the alarm of this moment once more: told again only if that is over. */
  sameAs?: number
}

/** What became of a condition; `alarm` names the draft that raised it in this same batch. */
export interface ConditionChange {
  device: AlarmDevice
  condition: string
  now: Condition
  alarm: AlarmDraft | null
  /** The device says that it is over: the alarm's timeline says so too. */
  recovered: boolean
}
