// Who can be reached right now: the port through which modules ask the running broker, and the simulator of the demo.

import type { Downlink } from '../src/contract/device-messages.ts'

export interface Lines {
  /** Accounts of the people whose consoles are connected, to whatever process. */
  connectedPeople(): ReadonlySet<number>
  /** Whether a person's console may be told something now. */
  isReachable(accountId: number): boolean
  /** Says something to a device that listens now, at most once; false where nobody took it. Absent until the broker is up. */
  toDevice?: (imei: string, message: Downlink) => Promise<boolean>
  /** Whether a device would hear an order now. */
  listens?: (imei: string) => boolean
  /** Lets a simulated door unit ring; false when there is none of this IMEI. */
  demoRing?: (imei: string, roomNo: string | null) => Promise<boolean>
  /** Port of the simulated cameras on this machine; they are started by the first question. */
  simulatedCameras?: () => Promise<number>
}
