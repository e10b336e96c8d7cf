// Words of residents that several of their pages share.
import { msg } from '@lingui/core/macro'
import type { OccupancyRole, OccupancyState } from '../../domain/living/occupancy-step.ts'
import type { FaceDelivery, ResidentFaceState } from '../../domain/living/resident-face.ts'
import type { Word } from '../../resource/view.ts'

export const roleWords = {
  owner: msg({ context: 'room', message: 'Owner' }),
  tenant: msg({ context: 'room', message: 'Tenant' }),
  family: msg({ context: 'room', message: 'Family' }),
} as const satisfies Record<OccupancyRole, unknown>

export const occupancyStateWords = {
  applied: { label: msg({ context: 'occupancy', message: 'To review' }), tone: 'attention' },
  active: { label: msg({ context: 'occupancy', message: 'Lives there' }), tone: 'ok' },
  ended: { label: msg({ context: 'occupancy', message: 'Moved out' }), tone: 'off' },
  rejected: { label: msg({ context: 'occupancy', message: 'Rejected' }), tone: 'critical' },
} as const satisfies Record<OccupancyState, Word>

export const faceStateWords = {
  waiting: { label: msg({ context: 'face', message: 'To review' }), tone: 'attention' },
  approved: { label: msg({ context: 'face', message: 'Approved' }), tone: 'ok' },
  rejected: { label: msg({ context: 'face', message: 'Rejected' }), tone: 'critical' },
  erased: { label: msg({ context: 'face', message: 'Erased' }), tone: 'off' },
} as const satisfies Record<ResidentFaceState, Word>

export const deliveryWords = {
  none: { label: msg({ context: 'face', message: 'At no door' }), tone: 'off' },
  partly: { label: msg({ context: 'face', message: 'At some doors' }), tone: 'warning' },
  delivered: { label: msg({ context: 'face', message: 'Delivered' }), tone: 'ok' },
} as const satisfies Record<FaceDelivery, Word>
