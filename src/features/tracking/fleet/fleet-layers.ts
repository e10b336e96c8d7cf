// The fleet as layers of a map: its points, and the circle of how sure the picked one's place is.
import { useMemo } from 'react'
import type { LivePoints, MapLayer, PointLook } from '../../../platform/map/map-port.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { fleetLooks } from './fleet-looks.ts'
import type { Fleet } from './fleet-store.ts'
import { useFleetVersion } from './use-fleet.ts'

/** Below this a circle would hide under its point. */
const SURE_METRES = 5

/** The points of a fleet in other looks. */
export interface DrawnFleet {
  points: LivePoints
  looks: readonly PointLook[]
}

interface Shown {
  drawn?: DrawnFleet | undefined
  picked: number | undefined
  hovered: number | undefined
  chosen?: ReadonlySet<number> | undefined
  /** Kinds of layers that are switched off. */
  points?: boolean
}

/** Layers `accuracy` and `fleet`; the same objects until something else is picked. */
export function useFleetLayers(
  fleet: Fleet,
  { picked, hovered, chosen, drawn, points = true }: Shown,
): { accuracy: MapLayer | undefined; fleet: MapLayer | undefined } {
  const colours = useMapColours()
  const version = useFleetVersion(fleet)
  const looks = useMemo(() => fleetLooks(colours), [colours])
  const selected = useMemo(() => {
    const all = new Set(chosen)
    if (picked !== undefined) all.add(picked)
    if (hovered !== undefined) all.add(hovered)
    return [...all]
  }, [picked, hovered, chosen])
  const layer = useMemo<MapLayer>(
    () => ({
      ...{ kind: 'points', cluster: true, selected },
      points: drawn?.points ?? fleet,
      looks: drawn?.looks ?? looks,
    }),
    [fleet, looks, drawn, selected],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const accuracy = useMemo<MapLayer | undefined>(() => {
    if (picked === undefined) return undefined
    const [at, radiusMetres] = [fleet.placeOf(picked), fleet.columns.accuracies[picked] ?? 0]
    if (!at || radiusMetres <= SURE_METRES) return undefined
    const form = { circle: at, radiusMetres }
    return { kind: 'shapes', shapes: [{ id: 'accuracy', form, colour: colours.accent, fillOpacity: 0.12 }] }
  }, [fleet, picked, colours, version])
  return { accuracy, fleet: points ? layer : undefined }
}
