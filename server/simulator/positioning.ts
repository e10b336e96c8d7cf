// What simulated positioning servers say: everybody on their floors walks about, and who has moved is told of.
import type { DeviceMessage } from '../../src/contract/device-messages.ts'
import type { SimulatedDevice } from './device.ts'
import { createWalker, type Walker } from './indoor-walk.ts'
import { createChance } from './random.ts'

type Positions = Extract<DeviceMessage, { code: '2005' }>['positions']

/** Who stands still is told of so often, so that everybody sees that they are there. */
const STILL_SECONDS = 20
const TAG_HEIGHT = 1.2

export interface Positioning {
  /** Who moved in the last seconds; nothing from a device that is no positioning server. */
  of(server: SimulatedDevice, seconds: number, isAwake: (imei: string) => boolean): Positions
}

export function createPositioning(devices: readonly SimulatedDevice[], seed: number): Positioning {
  const tags = new Map(
    devices.map(server => [
      server.imei,
      (server.floors ?? []).flatMap(floor =>
        floor.imeis.map((imei, index) => ({
          imei,
          map: floor.map,
          walker: createWalker(floor, createChance(seed + floor.map * 1000 + index).next),
          last: undefined as Walker | undefined,
          still: STILL_SECONDS,
        })),
      ),
    ]),
  )
  return {
    of: (server, seconds, isAwake) =>
      (tags.get(server.imei) ?? []).flatMap(tag => {
        if (!isAwake(tag.imei)) return []
        const moved = tag.walker.walk(seconds)
        tag.still = moved ? 0 : tag.still + seconds
        tag.last = moved ?? tag.last
        if (!tag.last || (!moved && tag.still < STILL_SECONDS)) return []
        tag.still = 0
        return [{ imei: tag.imei, map: tag.map, ...tag.last, z: TAG_HEIGHT }]
      }),
  }
}
