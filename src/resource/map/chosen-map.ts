// Which map a person looks at: provider and ground, remembered for them, and where they left a page's map.
import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { Camera, Ground, MapProvider, MapSettings } from '../../platform/map/map-port.ts'
import { keep, readKept } from '../kept.ts'
import { keptMap, type MapChoice } from './kept-map.ts'
import type { MapWatch } from './map-watch.ts'

export interface ChosenMap {
  provider: MapProvider
  setProvider: (provider: MapProvider) => void
  ground: Ground
  setGround: (ground: Ground) => void
  /** What may lie under this provider's map. */
  grounds: readonly Ground[]
  /** Where the person left this page's map. */
  camera: Camera | undefined
}

const keptCamera = z.object({
  centre: z.object({
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  }),
  zoom: z.number().check(z.minimum(0), z.maximum(24)),
})

/** Grounds that the console's own map can take, the best first. */
export function groundsOf(settings: MapSettings): Ground[] {
  return [
    ...(settings.street ? ['street' as const] : []),
    ...(settings.raster ? ['raster' as const] : []),
    'offline',
  ]
}

/** The person's choice as far as it still exists, else the best there is. */
export function useChosenMap({
  settings,
  indoor,
  remember,
  watch,
}: {
  settings: MapSettings
  indoor: boolean
  remember: string | undefined
  watch: MapWatch
}): ChosenMap {
  const [kept, setKept] = useState(keptMap)
  const place = remember && `map-at-${remember}`
  const [camera] = useState(() => (place ? keptCamera.safeParse(readKept(place)).data : undefined))
  useEffect(() => {
    if (place) return watch.subscribe(() => keep(place, watch.at()))
  }, [place, watch])
  const grounds = useMemo(() => groundsOf(settings), [settings])

  const provider = kept && !indoor && settings.providers.includes(kept.provider) ? kept.provider : 'maplibre'
  const best = grounds[0] ?? 'offline'
  const ground = kept && grounds.includes(kept.ground) ? kept.ground : best
  const choose = (next: MapChoice) => {
    setKept(next)
    keep('map', next)
  }
  return {
    provider,
    setProvider: next => choose({ provider: next, ground }),
    ground: indoor ? 'grid' : ground,
    setGround: next => choose({ provider, ground: next }),
    grounds: indoor || provider !== 'maplibre' ? [] : grounds,
    camera,
  }
}
