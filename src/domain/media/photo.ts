// Photos: taken on a round, uploaded or captured from a video, and judged before others see them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import {
  reviewCommands,
  reviewedFields,
  reviewedKept,
  reviewFilters,
  reviewGrants,
  takenFields,
} from './review.ts'

export const photoSource = z.enum(['camera', 'file', 'capture'])

export const photo = defineEntity({
  ...reviewedKept,
  key: 'photo',
  permission: 'photo',
  grants: reviewGrants('picture'),
  waitsNew: true,
  schema: z.object({ ...reviewedFields, source: photoSource }),
  write: z.object({ ...takenFields, source: z.optional(photoSource) }),
  filters: { ...reviewFilters, source: 'oneOf' },
  commands: reviewCommands('photo'),
})
