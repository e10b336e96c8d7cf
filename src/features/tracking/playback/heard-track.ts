// The points of a device in a period, as the server or the device's own store answered.
import type { Track } from '../../../domain/track/track.ts'

export interface HeardTrack {
  imei: string
  name: string
  track: Track
  /** Set where there is more than can be shown: what comes after it is left out. */
  cutAt: number | undefined
  /** When the server said it, epoch milliseconds. */
  heardAt: number
  /** The server is out of reach: it comes from the device. */
  kept?: true
}
