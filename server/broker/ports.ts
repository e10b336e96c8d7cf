// What the broker asks of the rest of the server. It knows no module: whoever starts it joins them.
import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { Person } from '../person.ts'

/** What lets a device in, and whose it is. */
export interface ConnectingDevice {
  id: number
  tenantId: number
  departmentId: number | null
  kind: DeviceKind
  /** May connect: its tenant is enabled, it was not recycled. */
  allowed: boolean
  secretHash: string | null
  /** A secret that is to replace it, and until when the one before works beside it. */
  nextSecretHash: string | null
  oldSecretUntil: number | null
  /** False for a secret that is older than the orders which devices can check. */
  hasOrderKey: boolean
}

export interface DeviceDirectory {
  /** Whose device it is, where this process remembers it. */
  tenantOf(imei: string): number | undefined
  /** Unknown numbers are absent from the answer. */
  find(imeis: readonly string[]): Promise<ReadonlyMap<string, ConnectingDevice>>
  /** One device as the database has it now. */
  fresh(imei: string): Promise<ConnectingDevice | undefined>
  forget(ids: readonly number[]): void
  /** Notes the key of a device's orders, unless it has one or another secret by now. */
  learnOrderKey(
    device: Pick<ConnectingDevice, 'id' | 'secretHash' | 'hasOrderKey'>,
    key: Buffer,
  ): Promise<void>
  /** Its new secret was used: the one before ends, with the connections that it opened. */
  endOldSecret(device: Pick<ConnectingDevice, 'id' | 'tenantId' | 'nextSecretHash'>): Promise<void>
  /** Whether it has sent anything lately, as far as this process knows. */
  isOnline(imei: string): boolean
}

/** Counts what was refused, and keeps some of it for a look. */
export interface RefusedMessages {
  add(refused: {
    imei: string | null
    tenantId: number | null
    topic?: string
    reason: string
    /** The first bytes, for a look. */
    sample?: Uint8Array
  }): void
}

/** Settles when the message is stored or refused for good, rejects when its sender must keep it. */
export type Intake = (
  imei: string,
  payload: Uint8Array,
  topic: string,
  from?: 'device' | 'will',
) => Promise<void>

/** What a short look at a device's message shows; never throws. */
export type Peek = (payload: Uint8Array) => {
  code: string
  /** As an alarm type, also where a state tells of it: a ring that came loose, gas. */
  emergency: AlarmType | undefined
}

/**
 * How long a message may wait when its tenant says too much: `urgent` not at all, `inOrder` for what its device has said
 * before, `telemetry` for its turn.
 */
export type Weigh = (imei: string, payload: Uint8Array) => 'urgent' | 'inOrder' | 'telemetry'

/** What a person's words lead to. */
export interface PersonActions {
  /** A request to unlock a door: an answer for the person, or the reason why the connection must go. */
  unlock(
    person: Person,
    imei: string,
    payload: Uint8Array,
    address: string | null,
  ): Promise<{ accepted: true; answer: unknown } | { accepted: false; reason: string }>
  /** A word about the line of the own call: `dropped` when too late, as it happens to anybody. */
  signal(person: Person, payload: Uint8Array): Promise<'relayed' | 'dropped' | { refused: string }>
}
