// How the mall's goods are stored.
import { mallSpec } from '../../../src/domain/mall/mall-spec.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import { bannerStore } from './banners.ts'
import { categoryStore } from './categories.ts'
import { freightStore } from './freight-templates.ts'
import { merchantStore } from './merchants.ts'
import { productStore } from './products.ts'
import { reviewStore } from './reviews.ts'
import { moveStore, skuStore } from './skus.ts'

const specStore: Store = {
  entity: mallSpec,
  table: {
    name: 'mall_spec',
    columns: { valueCount: 'cardinality(t.values)' },
    unique: { mall_spec_name: 'name' },
  },
}

export function mallStores(): Store[] {
  return [
    merchantStore,
    categoryStore,
    specStore,
    freightStore,
    productStore,
    skuStore,
    moveStore,
    bannerStore,
    reviewStore,
  ].map(({ entity, table }) => ({
    entity,
    table: { ...table, columns: { ...table.columns, tenantName: TENANT_NAME } },
  }))
}
