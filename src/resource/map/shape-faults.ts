// Why a drawn shape cannot stand, in words, and where: the same check as the server's.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { checkShape, type ShapeFault } from '../../domain/fence/fence-geometry.ts'
import type { Place } from '../../domain/geo/geo.ts'
import type { DrawnShape } from './shape-space.ts'

/** Why a shape cannot be saved, and where on the map that is. */
export interface DrawnFault {
  message: MessageDescriptor
  at?: Place | undefined
}

export const faultWords: Record<ShapeFault, MessageDescriptor> = {
  centre: msg`The circle has no centre yet.`,
  outline: msg`Nothing is drawn yet.`,
  radius: msg`The radius must be more than 0 and at most 500 km.`,
  fewCorners: msg`Three different corners are needed.`,
  tooManyCorners: msg`There are more than 10,000 corners.`,
  pole: msg`A shape must not lie over a pole.`,
  tooWide: msg`The shape is wider than half the earth.`,
  spike: msg`The outline runs back over itself here.`,
  crossing: msg`The outline crosses itself here.`,
  holeOutside: msg`This hole lies outside the outline.`,
  holesOverlap: msg`Two holes overlap here.`,
  noArea: msg`The shape has no area.`,
}

/** What is wrong with a shape on the earth; undefined when nothing is. */
export function faultOf(shape: DrawnShape): DrawnFault | undefined {
  const check = checkShape(
    shape.kind === 'circle'
      ? { shape: 'circle', ...shape.centre, radius: shape.radiusMetres }
      : {
          shape: 'polygon',
          rings: shape.rings.map(ring =>
            ring.map(({ longitude, latitude }) => [longitude, latitude] as const),
          ),
        },
  )
  if ('ok' in check) return undefined
  return { message: faultWords[check.fault], at: check.place ?? undefined }
}
