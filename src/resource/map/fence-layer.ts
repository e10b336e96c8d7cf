// Fences as a layer: circles and polygons with their names, disabled ones dashed.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fenceShapes } from '../../contract/endpoints/fence.ts'
import { CIRCLE_COLOUR, POLYGON_COLOUR } from '../../domain/fence/fence.ts'
import { sendRequest } from '../../platform/http.ts'
import type { MapLayer, MapShape } from '../../platform/map/map-port.ts'
import { useRights } from '../surroundings.ts'

/** All fences with their shapes; with an IMEI those that watch it. */
export const fenceShapesOptions = (imei?: string) =>
  queryOptions({
    queryKey: ['entity', 'fence', 'shapes', imei ?? 'all'] as const,
    queryFn: ({ signal }) => sendRequest(fenceShapes, imei === undefined ? {} : { imei }, { signal }),
    staleTime: 30_000,
  })

type Shown = Awaited<
  ReturnType<typeof sendRequest<typeof fenceShapes.request, typeof fenceShapes.response>>
>[number]

/** `#rrggbb` of a colour of the specification: `#38f` is its short form. */
const full = (colour: string): string =>
  colour.length === 4 ? `#${[...colour.slice(1)].map(digit => digit + digit).join('')}` : colour

/** The shape of a fence; undefined where it has none. */
export function shapeOfFence(fence: Shown): MapShape | undefined {
  const { id, name, shape, status, longitude, latitude, radius, rings } = fence
  const look = { id: String(id), label: name, dashed: status === 'disabled', pickable: true }
  if (shape === 'circle') {
    if (longitude == null || latitude == null || radius == null) return undefined
    const form = { circle: { longitude, latitude }, radiusMetres: radius }
    return { ...look, form, colour: full(CIRCLE_COLOUR), fillOpacity: 0.12 }
  }
  if (!rings) return undefined
  const places = rings.map(ring => ring.map(([lon, lat]) => ({ longitude: lon, latitude: lat })))
  return { ...look, form: { rings: places }, colour: POLYGON_COLOUR, fillOpacity: 0.12 }
}

/** The layer; undefined while it is not wanted, not allowed, or not there. */
export function useFenceLayer({
  wanted,
  imei,
}: {
  wanted: boolean
  imei?: string | undefined
}): MapLayer | undefined {
  const may = useRights()
  const { data } = useQuery({ ...fenceShapesOptions(imei), enabled: wanted && may('fence.read') })
  return useMemo<MapLayer | undefined>(
    () =>
      wanted && data
        ? { kind: 'shapes', shapes: data.flatMap(fence => shapeOfFence(fence) ?? []) }
        : undefined,
    [wanted, data],
  )
}
