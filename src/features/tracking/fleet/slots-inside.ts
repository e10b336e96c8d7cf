// Which devices lie in a shape that was drawn on the map, as far as they pass the filters.
import { checkShape } from '../../../domain/fence/fence-geometry.ts'
import { prepareShape } from '../../../domain/fence/fence-inside.ts'
import type { DrawnShape } from '../../../resource/map/shape-space.ts'
import type { Fleet } from './fleet-store.ts'

export function slotsInside(fleet: Fleet, shape: DrawnShape): number[] {
  const checked = checkShape(
    shape.kind === 'circle'
      ? { shape: 'circle', ...shape.centre, radius: shape.radiusMetres }
      : {
          shape: 'polygon',
          rings: shape.rings.map(ring =>
            ring.map(({ longitude, latitude }) => [longitude, latitude] as const),
          ),
        },
  )
  if ('fault' in checked) return []
  const { inside } = prepareShape(checked.ok)
  const found: number[] = []
  for (let slot = 0; slot < fleet.size; slot++) {
    const at = fleet.matches(slot) ? fleet.placeOf(slot) : undefined
    if (at && inside(at)) found.push(slot)
  }
  return found
}
