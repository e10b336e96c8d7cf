// A track: where a device was, when, how sure that is, and what told it.
import * as z from 'zod/mini'

export const positionSource = z.enum(['gps', 'lbs', 'wifi', 'uwb'])
export type PositionSource = z.output<typeof positionSource>

/** Points of a device as columns of equal length; times rise and none is twice. */
export interface Track {
  /** Epoch milliseconds. */
  times: Float64Array
  longitudes: Float64Array
  latitudes: Float64Array
  /** Metres; 0: unknown. */
  accuracies: Float32Array
  /** Index into `positionSource.options` plus 1; 0: unknown. */
  sources: Uint8Array
  /** A silence is a gap when it is longer, milliseconds; absent: `GAP_MS`. */
  gapMs?: number
}
