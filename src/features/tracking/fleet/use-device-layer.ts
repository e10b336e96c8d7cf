// The live fleet as one layer, for maps of other features: a route brings it along.
import type { Place } from '../../../domain/geo/geo.ts'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { useFleetLayers } from './fleet-layers.ts'
import { useFleet } from './use-fleet.ts'

export interface LayedDevice {
  imei: string
  name: string
  wearer: string
  at: Place | undefined
}

/** The devices of the map, and which one stands in a slot. */
export function useDeviceLayer(picked?: number): {
  layer: MapLayer | undefined
  deviceOf: (slot: number) => LayedDevice | undefined
} {
  const { fleet } = useFleet()
  const { fleet: layer } = useFleetLayers(fleet, { picked, hovered: undefined })
  const deviceOf = (slot: number) => {
    const imei = fleet.imeis[slot]
    if (imei === undefined) return undefined
    return {
      imei,
      name: fleet.names[slot] ?? imei,
      wearer: fleet.wearers[slot] ?? '',
      at: fleet.placeOf(slot),
    }
  }
  return { layer, deviceOf }
}
