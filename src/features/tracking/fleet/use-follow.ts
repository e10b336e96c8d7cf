// Keeps the map over one device while it moves, until somebody takes the map into their own hands.
import { useEffect } from 'react'
import type { MapHost } from '../../../platform/map/map-host.ts'
import type { Fleet } from './fleet-store.ts'

/** Moves the map whenever the device moved. */
export function useFollow(fleet: Fleet, host: MapHost | undefined, slot: number | undefined): void {
  useEffect(() => {
    if (!host || slot === undefined) return
    const look = () => {
      const centre = fleet.placeOf(slot)
      if (centre) host.look({ centre }, { animate: true })
    }
    look()
    return fleet.subscribe(changed => {
      if (changed === 'all' || changed.includes(slot)) look()
    })
  }, [fleet, host, slot])
}
