// How often a device may say what concerns doors: a broken or stolen one must not ring and write for everybody.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import { createBucket } from '../../http/throttle.ts'
import { isDoorMessage } from './door-messages.ts'

/** A press, a card: each is told to many people and stands in their message centres. */
const LOGGED = { perSecond: 1, atOnce: 60 }
/** Everything of a door: the words about a line come in bursts. */
const SAID = { perSecond: 50, atOnce: 500 }

/** Answers whether a device says more than any door has to say by now. */
export function createDoorRate(now: () => number): (imei: string, message: DeviceMessage) => boolean {
  const mayTell = createBucket(LOGGED, now)
  const maySay = createBucket(SAID, now)
  return (imei, message) => {
    if (!isDoorMessage(message)) return false
    if (!maySay(imei)) return true
    return (message.code === '5080' || message.code === '5084') && !mayTell(imei)
  }
}
