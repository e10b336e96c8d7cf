// Words and colours of fences: types, shapes, what happened at them.
import { msg } from '@lingui/core/macro'
import {
  CIRCLE_COLOUR,
  type FenceEventKind,
  type FenceShape,
  type FenceType,
  POLYGON_COLOUR,
} from '../../domain/fence/fence.ts'
import type { Word } from '../../resource/view.ts'

export const typeWords = {
  key: { label: msg`Priority geofence`, tone: 'warning' },
  electronic: { label: msg`Electronic geofence`, tone: 'info' },
} as const satisfies Record<FenceType, Word>

export const shapeWords = {
  circle: { label: msg`Circle`, icon: 'circle' },
  polygon: { label: msg`Polygon`, icon: 'fence' },
} as const satisfies Record<FenceShape, Word>

export const statusWords = {
  disabled: { label: msg`Disabled`, shape: 'inactive' },
  enabled: { label: msg`Enabled`, shape: 'online' },
} as const

export const eventWords = {
  entry: { label: msg`Entered`, tone: 'info', icon: 'forward' },
  exit: { label: msg`Left`, tone: 'warning', icon: 'logout' },
  dwell: { label: msg`Dwells`, tone: 'attention', icon: 'clock' },
} as const satisfies Record<FenceEventKind, Word>

/** Real-time specification, section 9. */
export const colourOf = (shape: FenceShape): string => (shape === 'circle' ? CIRCLE_COLOUR : POLYGON_COLOUR)
