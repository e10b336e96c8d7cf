// Photos: taken on a round, uploaded or captured from a video, and judged before others see them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import {
  reviewCommands,
  reviewedFields,
  reviewFilters,
  reviewGrants,
  reviewRefs,
  takenFields,
} from './review.ts'

export const photoSource = z.enum(['camera', 'file', 'capture'])

export const photo = defineEntity({
  key: 'photo',
  service: 'user',
  permission: 'photo',
  grants: reviewGrants('picture'),
  offline: 'read',
  owner: 'tenant',
  waitsNew: true,
  schema: z.object({ ...reviewedFields, source: photoSource }),
  write: z.object({ ...takenFields, source: z.optional(photoSource) }),
  filters: { ...reviewFilters, source: 'oneOf' },
  sorts: ['takenAt', 'createdAt', 'name', 'userName', 'judgedAt'],
  orders: ['shown'],
  defaultSort: '-takenAt',
  search: ['name', 'userName', 'place', 'note'],
  countBy: 'state',
  department: 'departmentId',
  refs: reviewRefs,
  removable: true,
  commands: reviewCommands('photo'),
})
