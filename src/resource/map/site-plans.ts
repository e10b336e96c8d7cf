// Site plans on the outdoor map: drawings of whole sites where they lie, kept for the time without a network.
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MAX_PAGE_SIZE } from '../../contract/entity-endpoints.ts'
import type { RowOf } from '../../domain/entity.ts'
import { drawing } from '../../domain/indoor/indoor.ts'
import { type SitePlacement, siteCorners } from '../../domain/indoor/site-placement.ts'
import type { MapLayer } from '../../platform/map/map-port.ts'
import { pageOptions } from '../query.ts'
import { useRights } from '../surroundings.ts'

type Drawing = RowOf<typeof drawing>

const OPACITY = 0.85
/** Plans are drawn on white: in the dark skin less of it, so that they do not outshine what is live. */
const DARK_OPACITY = 0.45
const none: Readonly<Record<string, MapLayer>> = {}

/** Query options of the drawings of sites. */
export const sitePlansOptions = () =>
  pageOptions(drawing, { page: 1, size: MAX_PAGE_SIZE, sort: 'title', pictureType: ['site'] })

/** Where a drawing lies on the outdoor map; undefined for one that has no place or no size. */
export function placementOf(row: Drawing): SitePlacement | undefined {
  const { longitude, latitude, rotation, realWidth, realHeight } = row
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined
  if (!realWidth || !realHeight) return undefined
  return { longitude, latitude, rotation: rotation ?? 0, width: realWidth, height: realHeight }
}

/** The picture of a drawing where it lies. Marked, so that the service worker keeps it. */
export function sitePlanLayer(picture: string, placement: SitePlacement, opacity = OPACITY): MapLayer {
  const url = picture.startsWith('/files/') ? `${picture}?plan` : picture
  return { kind: 'picture', url, corners: siteCorners(placement), opacity }
}

const nowhere: readonly SitePlacement[] = []

/** Where the site plans lie that the person may see; the same array until one changes. */
export function useSitePlacements(): readonly SitePlacement[] {
  const may = useRights()
  const { data } = useQuery({ ...sitePlansOptions(), enabled: may('drawing.read') })
  return useMemo(() => data?.list.flatMap(row => placementOf(row) ?? []) ?? nowhere, [data])
}

/**
 * A layer for each placed site plan that the person may see, by `site:<id>`; the same object until one changes. Lay
 * them first: under what is live.
 */
export function useSitePlanLayers(): Readonly<Record<string, MapLayer>> {
  const may = useRights()
  const dark = useComputedColorScheme('dark') === 'dark'
  const { data } = useQuery({ ...sitePlansOptions(), enabled: may('drawing.read') })
  return useMemo(() => {
    if (!data) return none
    return Object.fromEntries(
      data.list.flatMap(row => {
        const placement = placementOf(row)
        return placement
          ? [[`site:${row.id}`, sitePlanLayer(row.picture, placement, dark ? DARK_OPACITY : OPACITY)]]
          : []
      }),
    )
  }, [data, dark])
}
