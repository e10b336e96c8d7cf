// The fences that watch the shown devices, as shapes beneath their tracks.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fenceShapes } from '../../../contract/endpoints/fence.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { CIRCLE_COLOUR, POLYGON_COLOUR } from '../../../domain/fence/fence.ts'
import { sendRequest } from '../../../platform/http.ts'
import type { MapLayer, MapShape } from '../../../platform/map/map-port.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { useSameList } from '../../../ui/same-list.ts'
import type { ShownTrack } from './shown-track.ts'

/** `#38f` as the map wants it: `#3388ff`. */
const longColour = (colour: string) => (colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour)

/** Undefined where no fences are wanted or the person may not see them. */
export function useFenceShapes(tracks: readonly ShownTrack[], wanted: boolean): MapLayer | undefined {
  const may = useRights()
  const enabled = wanted && may('fence.read')
  const answers = useSameList(
    useQueries({
      queries: tracks.map(({ imei }) => ({
        queryKey: ['track', imei, 'fences'],
        queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(fenceShapes, { imei }, { signal }),
        enabled,
        staleTime: MINUTE_MS,
      })),
    }).map(({ data }) => data),
  )
  return useMemo(() => {
    if (!enabled) return undefined
    const shapes = new Map<string, MapShape>()
    for (const fence of answers.flatMap(each => each ?? [])) {
      const { id, name, longitude, latitude, radius, rings } = fence
      const base = { id: String(id), label: name, fillOpacity: 0.1, dashed: fence.status === 'disabled' }
      if (rings)
        shapes.set(base.id, {
          ...base,
          colour: longColour(POLYGON_COLOUR),
          form: {
            rings: rings.map(ring => ring.map(([east, north]) => ({ longitude: east, latitude: north }))),
          },
        })
      else if (typeof longitude === 'number' && typeof latitude === 'number')
        shapes.set(base.id, {
          ...base,
          colour: longColour(CIRCLE_COLOUR),
          form: { circle: { longitude, latitude }, radiusMetres: radius ?? 0 },
        })
    }
    return { kind: 'shapes', shapes: [...shapes.values()] }
  }, [answers, enabled])
}
