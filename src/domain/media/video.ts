// Videos: recorded on a device, kept of a video call or of a live picture, and judged before others see them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import {
  reviewCommands,
  reviewedFields,
  reviewedKept,
  reviewFilters,
  reviewGrants,
  takenFields,
  uploadedFile,
} from './review.ts'

/** In the order of its digits: local and call are the specification's, live is the third of its labels. */
export const videoKind = z.enum(['local', 'call', 'live'])

export const video = defineEntity({
  ...reviewedKept,
  key: 'video',
  permission: 'video',
  grants: reviewGrants('videoManage'),
  waitsNew: true,
  schema: z.object({ ...reviewedFields, kind: videoKind, cover: z.nullable(z.string()) }),
  write: z.object({ ...takenFields, kind: videoKind, cover: z.optional(z.nullable(uploadedFile)) }),
  filters: { ...reviewFilters, kind: 'oneOf' },
  commands: reviewCommands('video'),
})
