// What handles, tools and refusals of the shape editor are called.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { IconName } from '../../ui/icons.tsx'
import type { DrawnShape } from './shape-space.ts'
import type { DrawTool, Handle, ShapeRefusal } from './shape-state.ts'

export const toolWords: Record<
  DrawTool,
  { label: MessageDescriptor; icon: IconName; how: MessageDescriptor; howByTouch: MessageDescriptor }
> = {
  polygon: {
    label: msg`Draw a polygon`,
    icon: 'fence',
    how: msg`Click corner after corner. A double click, Enter, or a click on the first corner closes it. Escape takes one back.`,
    howByTouch: msg`Tap corner after corner. A tap on the first corner closes it.`,
  },
  rectangle: {
    label: msg`Draw a rectangle`,
    icon: 'rectangle',
    how: msg`Click one corner, then the opposite one.`,
    howByTouch: msg`Tap one corner, then the opposite one.`,
  },
  circle: {
    label: msg`Draw a circle`,
    icon: 'circle',
    how: msg`Click the centre, then the edge, or type the radius.`,
    howByTouch: msg`Tap the centre, then the edge, or type the radius.`,
  },
  hole: {
    label: msg`Add a hole`,
    icon: 'hole',
    how: msg`Click the corners of what is left out, inside the outline.`,
    howByTouch: msg`Tap the corners of what is left out, inside the outline.`,
  },
}

export const refusalWords: Record<ShapeRefusal, MessageDescriptor> = {
  threeCorners: msg`A polygon needs three corners: this one must stay.`,
  noOutline: msg`A hole needs a polygon around it: draw that first.`,
  fewCorners: msg`Three corners are needed.`,
}

export interface HandleNames {
  of: (handle: Handle) => string
  ofSet: (corner: number) => string
  /** A message in the reader's language. */
  words: (message: MessageDescriptor) => string
}

/** The names of a shape's handles; each is said once only. */
export function useHandleNames(shape: DrawnShape | undefined): HandleNames {
  const { i18n, t } = useLingui()
  const lengths = shape?.kind === 'polygon' ? shape.rings.map(ring => ring.length).join() : ''
  return useMemo(() => {
    const counts = lengths.split(',').map(Number)
    return {
      of: handle => {
        if (handle.is === 'whole') return t`Move the whole shape`
        if (handle.is === 'centre') return t`Centre of the circle`
        if (handle.is === 'radius') return t`Radius of the circle`
        if (!('ring' in handle)) return ''
        const count = counts[handle.ring] ?? 0
        const [corner, hole] = [handle.corner + 1, handle.ring]
        if (handle.is === 'middle') {
          const next = (handle.corner + 1) % Math.max(1, count)
          const behind = next + 1
          return hole === 0
            ? t`Add a corner between ${corner} and ${behind}`
            : t`Add a corner between ${corner} and ${behind} of hole ${hole}`
        }
        return hole === 0 ? t`Corner ${corner} of ${count}` : t`Corner ${corner} of ${count} of hole ${hole}`
      },
      ofSet: at => {
        const corner = at + 1
        return at === 0 ? t`First corner: closes the shape` : t`Corner ${corner}`
      },
      words: message => i18n._(message),
    }
  }, [lengths, i18n, t])
}
