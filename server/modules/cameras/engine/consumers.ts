// Who may have the pictures inside the program, by name.
import type { ConsumerFactory } from '../frames.ts'
import { keepRing, RECORD, RING, recordFrames } from './record.ts'

export const consumers: Readonly<Record<string, ConsumerFactory>> = {
  [RING]: keepRing,
  [RECORD]: recordFrames,
}
