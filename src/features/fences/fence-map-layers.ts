// Fences as shapes of a map: their colours by shape, electronic ones dashed, disabled ones faded.
import { type Bounds, boundsOf } from '../../domain/geo/geo.ts'
import type { MapLayer, MapShape } from '../../platform/map/map-port.ts'
import type { MapColours } from '../../resource/map/map-colours.ts'
import { placesOf } from '../../resource/map/shape-space.ts'
import type { FenceShapeRow } from './fence-query.ts'
import { shapeOfFence } from './fence-shape.ts'
import { colourOf } from './fence-words.ts'

type Drawn = Pick<FenceShapeRow, 'id' | 'name' | 'type' | 'shape' | 'status'> &
  Parameters<typeof shapeOfFence>[0]

/** All fences but the one that is edited; `chosen` stands out. */
export function fencesLayer(
  fences: readonly Drawn[],
  colours: MapColours,
  { without, chosen }: { without?: number | undefined; chosen?: number | undefined } = {},
): MapLayer {
  const shapes = fences.flatMap(fence => {
    if (fence.id === without) return []
    const shape = mapShapeOf(fence, colours)
    return shape ? [{ ...shape, ...(fence.id === chosen && { fillOpacity: 0.35 }) }] : []
  })
  return { kind: 'shapes', shapes }
}

const FADED = 0.45

/** One fence as a map draws it; undefined where it has no shape. */
export function mapShapeOf(fence: Drawn, colours: MapColours): MapShape | undefined {
  const shape = shapeOfFence(fence)
  if (!shape) return undefined
  const disabled = fence.status === 'disabled'
  const colour = colourOf(fence.shape)
  return {
    id: String(fence.id),
    form:
      shape.kind === 'circle'
        ? { circle: shape.centre, radiusMetres: shape.radiusMetres }
        : { rings: shape.rings },
    colour: disabled ? between(colour, colours.off, FADED) : colour,
    fillOpacity: disabled ? 0.06 : fence.type === 'key' ? 0.25 : 0.14,
    dashed: fence.type === 'electronic',
    label: fence.name,
    pickable: true,
  }
}

/** The box around all fences, or around one. */
export function boundsOfFences(fences: readonly Parameters<typeof shapeOfFence>[0][]): Bounds | undefined {
  return boundsOf(
    fences.flatMap(fence => {
      const shape = shapeOfFence(fence)
      return shape ? placesOf(shape) : []
    }),
  )
}

/** A mix of two colours: `part` 0 is the first, 1 the second. */
function between(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((value, at) => Math.round(value + ((b[at] ?? value) - value) * part))
    .map(value => value.toString(16).padStart(2, '0'))
    .join('')}`
}

function channels(colour: string): number[] {
  const hex =
    colour.length === 4 ? [...colour.slice(1)].map(digit => digit + digit).join('') : colour.slice(1, 7)
  return [0, 2, 4].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
}
