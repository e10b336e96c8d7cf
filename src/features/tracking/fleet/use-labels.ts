// Names beside the devices that are in sight, as long as there are few enough to read.
import { useMemo } from 'react'
import type { Bounds } from '../../../domain/geo/geo.ts'
import { HIDDEN, type MapLayer } from '../../../platform/map/map-port.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { listedSlots } from './fleet-list-order.ts'
import { fleetLooks } from './fleet-looks.ts'
import type { Fleet } from './fleet-store.ts'

/** More names than this only hide each other. */
export const MOST_LABELS = 120

/** Markers with names; undefined while none are wanted or there would be too many. */
export function useLabels(
  fleet: Fleet,
  { wanted, bounds, version }: { wanted: boolean; bounds: Bounds | undefined; version: number },
): MapLayer | undefined {
  const colours = useMapColours()
  const looks = useMemo(() => fleetLooks(colours), [colours])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  return useMemo<MapLayer | undefined>(() => {
    if (!wanted || !bounds) return undefined
    const slots = listedSlots(fleet, { bounds })
    if (slots.length > MOST_LABELS) return undefined
    const markers = slots.flatMap(slot => {
      const [at, look] = [fleet.placeOf(slot), looks[fleet.looks[slot] ?? HIDDEN]]
      const name = fleet.names[slot] ?? ''
      return at && look ? [{ id: fleet.imeis[slot] ?? '', at, look, label: name, caption: name }] : []
    })
    return { kind: 'markers', markers }
  }, [fleet, wanted, bounds, version, looks])
}
