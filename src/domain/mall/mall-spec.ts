// Specification templates: an option with its usual values, which the editor of an article takes over.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { mallGrants } from './grants.ts'
import { MOST_VALUES, OPTION_NAME_LENGTH } from './sku-matrix.ts'

/** Values of one option: none twice, however it is written. */
const valueNames = z.array(nonEmpty(OPTION_NAME_LENGTH)).check(
  z.minLength(1, { error: 'required' }),
  z.maxLength(MOST_VALUES),
  z.refine(names => new Set(names.map(name => name.trim().toLowerCase())).size === names.length, {
    error: 'chosenTwice',
  }),
)

const specFields = {
  name: nonEmpty(OPTION_NAME_LENGTH),
  values: valueNames,
  note: z.optional(text(200)),
}

export const mallSpec = defineEntity({
  key: 'mallSpec',
  service: 'mall',
  permission: 'mallSpec',
  grants: mallGrants('ProductSpecifications', ['import']),
  page: {
    path: '/ProductSpecifications',
    layout: 'console',
    titleZh: '商品规格',
    titleEn: 'Goods specifications',
    directory: 'Mall',
    after: 'Category',
    icon: 'list',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...rowOwner, ...specFields, valueCount: z.int() }),
  write: z.object(specFields),
  unique: ['name'],
  filters: { name: 'contains' },
  sorts: ['name', 'valueCount', 'createdAt'],
  defaultSort: 'name',
  search: ['name'],
  removable: true,
  importable: true,
  commands: {},
})
