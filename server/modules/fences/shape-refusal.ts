// What is wrong with the shape of a fence, as the wire tells it: the field, and the place where there is one.
import type { ErrorId } from '../../../src/contract/errors.ts'
import { MOST_CORNERS } from '../../../src/domain/fence/fence.ts'
import { checkShape, type DrawnShape, type ShapeFault } from '../../../src/domain/fence/fence-geometry.ts'
import type { CheckedShape } from '../../../src/domain/fence/fence-inside.ts'
import { Refused } from '../../http/refusal.ts'

const errors: Record<ShapeFault, { id: ErrorId; field: string; params?: Record<string, number> }> = {
  centre: { id: 'field.required', field: 'longitude' },
  outline: { id: 'field.required', field: 'rings' },
  radius: { id: 'field.tooSmall', field: 'radius', params: { min: 0 } },
  fewCorners: { id: 'fence.fewCorners', field: 'rings' },
  tooManyCorners: { id: 'fence.tooManyCorners', field: 'rings', params: { max: MOST_CORNERS } },
  pole: { id: 'fence.pole', field: 'latitude' },
  tooWide: { id: 'fence.tooWide', field: 'rings' },
  spike: { id: 'fence.spike', field: 'rings' },
  crossing: { id: 'fence.crossing', field: 'rings' },
  holeOutside: { id: 'fence.holeOutside', field: 'rings' },
  holesOverlap: { id: 'fence.holesOverlap', field: 'rings' },
  noArea: { id: 'fence.noArea', field: 'rings' },
}

/** A millionth of a degree is a hand's breadth. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** The shape in its one form; throws the refusal that names its first fault. */
export function soundShape(drawn: DrawnShape): CheckedShape {
  const check = checkShape(drawn)
  if ('ok' in check) return check.ok
  const { id, field, params } = errors[check.fault]
  const { place, ring } = check
  throw new Refused(id, {
    field: check.fault === 'pole' && drawn.shape === 'polygon' ? 'rings' : field,
    params: {
      ...params,
      ...(place && { longitude: rounded(place.longitude), latitude: rounded(place.latitude) }),
      ...(drawn.shape === 'polygon' && { ring }),
    },
  })
}
