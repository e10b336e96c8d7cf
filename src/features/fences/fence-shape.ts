// A fence's shape between the wire, its form and the editor.
import type { FenceForm } from '../../domain/fence/fence.ts'
import { checkShape } from '../../domain/fence/fence-geometry.ts'
import type { DrawnShape } from '../../resource/map/shape-space.ts'
import type { Values } from '../../resource/view.ts'

type ShapeFields = Pick<FenceForm, 'shape' | 'longitude' | 'latitude' | 'radius' | 'rings'>

/** The shape to draw; undefined where the fields hold none. */
export function shapeOfFence(fence: Partial<ShapeFields>): DrawnShape | undefined {
  const { shape, longitude, latitude, radius, rings } = fence
  if (shape === 'circle') {
    if (typeof longitude !== 'number' || typeof latitude !== 'number' || !radius) return undefined
    return { kind: 'circle', centre: { longitude, latitude }, radiusMetres: radius }
  }
  if (!rings || rings.length === 0) return undefined
  return {
    kind: 'polygon',
    rings: rings.map(ring => ring.map(([x, y]) => ({ longitude: x, latitude: y }))),
  }
}

/** The form's fields for a drawn shape; what does not belong to it is emptied. */
export function fieldsOfShape(shape: DrawnShape | undefined): Values {
  if (!shape) return { longitude: null, latitude: null, radius: null, rings: null }
  if (shape.kind === 'circle') {
    const { centre, radiusMetres } = shape
    return { shape: 'circle', ...centre, radius: radiusMetres, rings: null }
  }
  return {
    // The place of a polygon's label is the server's to find.
    shape: 'polygon',
    radius: null,
    rings: shape.rings.map(ring => ring.map(({ longitude, latitude }) => [longitude, latitude])),
  }
}

/** True where the server would take the shape. */
export function isSound(fields: Partial<ShapeFields>): boolean {
  return fields.shape !== undefined && 'ok' in checkShape({ ...fields, shape: fields.shape })
}
