// How fees are stored.
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import type { Starting } from '../tasks/public.ts'
import { feeBillStore } from './bills.ts'
import { meterStore } from './meters.ts'
import { readingStore } from './readings.ts'
import { runStore } from './runs.ts'
import { tariffStore } from './tariffs.ts'

export function feeStores(starting: Starting): Store[] {
  const stores = [meterStore, readingStore, tariffStore, runStore(starting), feeBillStore]
  return stores.map(({ entity, table }) => ({
    entity,
    table: { ...table, columns: { ...table.columns, tenantName: TENANT_NAME } },
  }))
}
