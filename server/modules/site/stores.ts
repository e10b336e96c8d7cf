// How a site's daily work is stored.
import { project } from '../../../src/domain/site/project.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { inspectionStores } from './inspections.ts'
import { planStore } from './plans.ts'
import { stockStores } from './stock.ts'
import { workItemStore } from './work-items.ts'
import { workLogStore } from './work-logs.ts'

export function siteStores(bus: Bus): Store[] {
  const stores: Store[] = [
    ...stockStores(bus),
    ...inspectionStores(bus),
    planStore,
    workItemStore(bus),
    workLogStore,
    { entity: project, table: { name: 'project', beforeSave: refuseEndBeforeStart } },
  ]
  return stores.map(({ entity, table }) => ({
    entity,
    table: { ...table, columns: { ...table.columns, tenantName: TENANT_NAME } },
  }))
}

async function refuseEndBeforeStart({ input, before }: Saving): Promise<undefined> {
  const { startOn, endOn } = { ...before, ...input }
  if (String(endOn) < String(startOn)) throw new Refused('field.periodOrder', { field: 'endOn' })
}
