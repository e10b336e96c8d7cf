// How orders, parcels, after-sales and settlements are stored.
import { settlement } from '../../../src/domain/mall/settlement.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import type { Ledger } from '../pay/public.ts'
import { afterSaleStore } from './after-sales.ts'
import { orderStore, shipmentStore } from './orders.ts'

export const mallOrderStores = (ledger: Ledger): Store[] => [
  orderStore(ledger),
  shipmentStore,
  afterSaleStore(ledger),
  {
    entity: settlement,
    table: {
      name: 'settlement',
      columns: { tenantName: TENANT_NAME, merchantName: 't.merchant_name' },
      // What merchants are paid is for people who see the whole tenant.
      visible: ({ person }) => (person.departments === null ? undefined : 'false'),
    },
  },
]
