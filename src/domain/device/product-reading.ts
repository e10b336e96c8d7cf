// The data model of a product: which readings it reports, what they are called, which limits are usual.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, nonEmpty, rowBase, text } from '../fields.ts'
import { productGrants } from './catalogue.ts'
import { readingKind } from './readings.ts'

const fields = {
  productId: id,
  kind: readingKind,
  name: nonEmpty(60),
  enName: z.optional(text(60)),
  /** Digits after the point. */
  decimals: z.int().check(z.minimum(0), z.maximum(4)),
  /** Usual limits; a device's own settings go before them. In the unit of the reading. */
  lower: z.optional(z.nullable(z.number())),
  upper: z.optional(z.nullable(z.number())),
  /** Seconds between two values when nothing else is set. */
  everySeconds: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(86_400)))),
  sort: z.int().check(z.minimum(0), z.maximum(100_000)),
}

export const productReading = defineEntity({
  key: 'productReading',
  service: 'device',
  permission: 'product',
  grants: productGrants,
  // Names and usual limits of what a device measures: whoever sees its chart needs them.
  readPermission: 'device.read',
  offline: 'read',
  owner: 'tenant',
  schema: z.object({ ...rowBase, ...fields, productName: z.optional(z.nullable(z.string())) }),
  write: z.object(fields),
  filters: { productId: 'equals', kind: 'oneOf', name: 'contains' },
  sorts: ['sort', 'name', 'kind', 'createdAt'],
  defaultSort: 'sort',
  search: ['name', 'enName'],
  refs: { productId: { entity: 'product', label: 'productName' } },
  removable: true,
  commands: {},
})
