// Freight templates: what sending costs, by region and weight. Each change of the rules is a version; orders keep theirs.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { freightRules } from './freight.ts'
import { mallGrants } from './grants.ts'

const templateFields = { name: nonEmpty(60), rules: freightRules, note: z.optional(text(200)) }

export const freightTemplate = defineEntity({
  key: 'freightTemplate',
  service: 'mall',
  permission: 'freightTemplate',
  grants: mallGrants('FreightTemplate'),
  page: {
    path: '/FreightTemplate',
    layout: 'console',
    titleZh: '运费模板',
    titleEn: 'Freight templates',
    directory: 'Mall',
    after: 'ProductReviews',
    icon: 'route',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...templateFields,
    /** Of the rules that hold now, counted from 1. */
    versionNumber: z.int(),
    versionAt: z.number(),
    ruleCount: z.int(),
    goodsCount: z.int(),
  }),
  write: z.object(templateFields),
  unique: ['name'],
  filters: { name: 'contains' },
  sorts: ['name', 'createdAt', 'goodsCount', 'versionAt'],
  defaultSort: 'name',
  search: ['name', 'note'],
  shownIn: ['mallProduct'],
  removable: true,
  commands: {},
})
