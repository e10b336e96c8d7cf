// What a simulated device is at the beginning.
import type {
  DeviceKind,
  FootRing,
  HarmfulGas,
  SwitchControl,
  Valve,
} from '../../src/domain/device/device.ts'

/** How switches, valves, rings and gas sensors stand. */
export interface Standing {
  closed: boolean
  locked: boolean
  control: SwitchControl
  valve: Valve
  footRing: FootRing
  harmfulGas: HarmfulGas
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
