// The devices of a full floor as one layer of points, which the map itself moves.
import { useEffect, useMemo, useState } from 'react'
import type { MapLayer } from '../../platform/map/map-port.ts'
import type { MapColours } from '../../resource/map/map-colours.ts'
import { crowdLookOf, crowdLooks } from './floor-layers.ts'
import type { Tag } from './indoor-query.ts'
import { createTagPoints } from './tag-points.ts'

interface Crowd {
  layer: MapLayer
  idOf(slot: number): number | undefined
}

export function useCrowd(
  tags: readonly Tag[],
  colours: MapColours,
  { now, selected }: { now: number; selected: number | undefined },
): Crowd {
  const [crowd] = useState(createTagPoints)
  const [chosen, setChosen] = useState<number>()
  useEffect(() => {
    crowd.take(tags.map(tag => ({ id: tag.id, x: tag.x, y: tag.y, look: crowdLookOf(tag, now) })))
    setChosen(selected === undefined ? undefined : crowd.slotOf(selected))
  }, [crowd, tags, now, selected])
  return useMemo(
    () => ({
      layer: {
        kind: 'points',
        points: crowd.points,
        looks: crowdLooks(colours),
        cluster: false,
        selected: chosen === undefined ? [] : [chosen],
      },
      idOf: crowd.idOf,
    }),
    [crowd, colours, chosen],
  )
}
