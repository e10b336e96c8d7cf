// Merchants of the mall: whose goods are sold, and whether they are open.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, stepUnless } from '../hindrance.ts'
import { uploadedFile } from '../media/review.ts'
import { mallGrants } from './grants.ts'

/** Of one that is suspended or closed nothing is for sale; a closed one does not come back by itself. */
export const merchantStatus = z.enum(['open', 'suspended', 'closed'])

const merchantFields = {
  name: nonEmpty(60),
  contactName: z.optional(text(40)),
  phone,
  address: z.optional(text(200)),
  logo: z.optional(uploadedFile),
  /** What the mall keeps of each order, in thousandths. */
  commissionPermille: z.int().check(z.minimum(0), z.maximum(1000)),
  note: z.optional(text(500)),
}

export const merchant = defineEntity({
  key: 'merchant',
  service: 'mall',
  permission: 'merchant',
  grants: mallGrants('shangquanshangcheng', ['import']),
  page: {
    path: '/shangquanshangcheng',
    layout: 'console',
    titleZh: '商圈商城',
    titleEn: 'Merchants',
    directory: 'Mall',
    after: 'productBanner',
    icon: 'building',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...merchantFields,
    status: merchantStatus,
    goodsCount: z.int(),
    onSaleCount: z.int(),
  }),
  write: z.object(merchantFields),
  filters: { name: 'contains', status: 'oneOf', phone: 'contains' },
  sorts: ['name', 'createdAt', 'goodsCount', 'onSaleCount'],
  defaultSort: 'name',
  search: ['name', 'contactName', 'phone'],
  countBy: 'status',
  shownIn: ['mallProduct'],
  removable: true,
  importable: true,
  commands: {
    suspend: { permission: 'merchant.save', hindrance: ({ status }) => stepUnless(status === 'open') },
    open: { permission: 'merchant.save', hindrance: ({ status }) => needlessUnless(status !== 'open') },
    close: { permission: 'merchant.save', hindrance: ({ status }) => needlessUnless(status !== 'closed') },
  },
})
