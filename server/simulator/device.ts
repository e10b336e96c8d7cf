// What a simulated device is at the beginning.
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { StateValues } from '../../src/domain/device/state-fields.ts'

/** What has a standing in a simulated fleet, by the names of messages. */
export interface Standing extends Omit<StateValues, 'switchControl' | 'switchPosition'> {
  control: StateValues['switchControl']
}

export interface SimulatedDevice {
  imei: string
  secret: string
  kind: DeviceKind
  compact: boolean
  latitude: number
  longitude: number
  battery: number
  /** The gateway it hangs on, and its place there. */
  gateway?: string | null
  channel?: number | null
  /** How it stands at the beginning. */
  standing?: Partial<Standing>
  /** It is a positioning server: the floors that it watches, and who is on them. */
  floors?: readonly WatchedFloor[]
}

export interface WatchedFloor {
  /** Id of the drawing. */
  map: number
  /** Metres. */
  width: number
  height: number
  imeis: readonly string[]
}
