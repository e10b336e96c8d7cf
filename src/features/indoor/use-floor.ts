// One floor as it is now: its drawing, who is on it, its zones with their counts.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { drawing } from '../../domain/indoor/indoor.ts'
import { isInside } from '../../domain/indoor/plan.ts'
import { rowOptions } from '../../resource/query.ts'
import { floorDevicesOptions, type Tag, zonesOptions } from './indoor-query.ts'
import type { IndoorZone } from './indoor-words.ts'

const noTags: readonly Tag[] = []
const noZones: readonly IndoorZone[] = []

export function useFloor(drawingId: number | undefined) {
  const wanted = drawingId ?? 0
  const enabled = drawingId !== undefined
  const plan = useQuery({ ...rowOptions(drawing, wanted), enabled })
  const devices = useQuery({ ...floorDevicesOptions(wanted), enabled })
  const zones = useQuery({ ...zonesOptions(wanted), enabled, placeholderData: undefined })
  const tags = devices.data ?? noTags
  const areas = zones.data?.list ?? noZones
  const inZone = useMemo(
    () =>
      new Map(areas.map(zone => [zone.id, tags.filter(({ x, y }) => isInside(x, y, zone.corners))] as const)),
    [areas, tags],
  )
  return { plan, devices, zones, tags, areas, inZone }
}

/** The zones that somebody stands in, by name. */
export function zonesOf({ x, y }: Pick<Tag, 'x' | 'y'>, zones: readonly IndoorZone[]): string {
  return zones.flatMap(({ name, corners }) => (isInside(x, y, corners) ? [name] : [])).join(', ')
}
