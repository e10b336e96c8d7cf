// What is known of a fence beyond its sentence, as labels with values.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useShapeFigures } from '../../resource/map/shape-figures.ts'
import { measuresOf } from '../../resource/map/shape-space.ts'
import type { Fact } from '../../ui/facts.tsx'
import type { Fence } from './fence-sentence.tsx'
import { shapeOfFence } from './fence-shape.ts'

/** Size, place, groups and words of a fence. */
export function useFenceFacts(
  fence: Pick<Fence, 'shape' | 'longitude' | 'latitude' | 'radius' | 'rings' | 'description'> &
    Partial<Pick<Fence, 'groupNames'>>,
): Fact[] {
  const { t } = useLingui()
  const figures = useShapeFigures()
  const shape = useMemo(() => shapeOfFence(fence), [fence])
  const measures = useMemo(() => shape && measuresOf(shape, 'earth'), [shape])
  const { longitude, latitude } = fence
  return [
    { id: 'description', label: t`Description`, value: fence.description },
    { id: 'groups', label: t`Groups`, value: fence.groupNames?.join(', ') },
    {
      id: 'radius',
      label: t`Radius`,
      value: shape?.kind === 'circle' && figures.length(shape.radiusMetres),
    },
    { id: 'area', label: t`Area`, value: measures && figures.area(measures.areaSquareMetres) },
    { id: 'perimeter', label: t`Perimeter`, value: measures && figures.length(measures.perimeterMetres) },
    {
      id: 'middle',
      label: t`Centre`,
      value:
        typeof longitude === 'number' &&
        typeof latitude === 'number' &&
        `${longitude.toFixed(6)}, ${latitude.toFixed(6)}`,
    },
  ]
}
