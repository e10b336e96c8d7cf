// Residents: people who live in a community. Two of them may share a telephone.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'

const fields = {
  name: nonEmpty(60),
  phone,
  note: z.optional(text(200)),
}

export const resident = defineEntity({
  key: 'resident',
  service: 'user',
  permission: 'resident',
  grants: { menu: 'bindingReview', property: ['read', 'save', 'export', 'import', 'remove'], duty: ['read'] },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    departmentId: z.nullable(id),
    /** Homes they live in now. */
    rooms: z.array(z.string()),
  }),
  write: z.object(fields),
  filters: { name: 'contains', phone: 'contains' },
  sorts: ['name', 'phone', 'createdAt'],
  defaultSort: 'name',
  search: ['name', 'phone'],
  shownIn: ['occupancy'],
  removable: true,
  importable: true,
  commands: {},
})
