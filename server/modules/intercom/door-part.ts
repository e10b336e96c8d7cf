// A part of the intercom that hears and tells devices. The broker starts every part and hands it the messages of doors.

import type { Bus } from '../../bus.ts'
import type { Data } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import type { Outlet } from '../../outlet.ts'
import type { Devices, DoorMessages } from '../ingest/public.ts'

export interface DoorTools {
  data: Data
  bus: Bus
  log: Log
  /** The clock of the server; tests move it. */
  now(): number
  /** To devices and consoles; drops everything until the broker is up. */
  outlet(): Outlet
  /** Whether a device would hear an order now. */
  listens(imei: string): boolean
  devices(): Devices
}

export interface DoorPart {
  messages: DoorMessages
  /** The device has just begun to listen, or has introduced itself: what it missed may be told now. */
  arrived?(imei: string): void
  /** Ends what has run out; called at the start and every second. */
  sweep?(): Promise<void>
  stop?(): void
}
