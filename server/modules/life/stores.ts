// How allocations and production are stored.
import { allocation } from '../../../src/domain/device/allocation.ts'
import { productionBatch, productionRecord } from '../../../src/domain/device/production.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const unavailable = async (_: Commanding) => {
  throw new Refused('unavailable')
}

export function lifeStores(): Store[] {
  return [
    {
      entity: allocation,
      table: {
        name: 'allocation',
        columns: {
          tenantName: TENANT_NAME,
          targetTenantName: '(select x.name from tenant x where x.id = t.target_tenant_id)',
          targetDepartmentName: '(select x.name from department x where x.id = t.target_department_id)',
        },
        commands: { undo: unavailable },
      },
    },
    {
      entity: productionBatch,
      table: {
        name: 'production_batch',
        columns: {
          tenantName: TENANT_NAME,
          made: '(select count(*) from production_record x where x.batch_id = t.id and x.removed_at is null)',
          passed: `(select count(*) from production_record x where x.batch_id = t.id and x.quality = 'passed' and x.removed_at is null)`,
          failed: `(select count(*) from production_record x where x.batch_id = t.id and x.quality = 'failed' and x.removed_at is null)`,
        },
        unique: { production_batch_number: 'number' },
        usedBy: [{ table: 'production_record', column: 'batch_id' }],
        commands: {
          start: unavailable,
          check: unavailable,
          release: unavailable,
          close: unavailable,
          allotSerials: unavailable,
        },
      },
    },
    {
      entity: productionRecord,
      table: {
        name: 'production_record',
        columns: {
          tenantName: TENANT_NAME,
          batchNumber: '(select x.number from production_batch x where x.id = t.batch_id)',
        },
        unique: { production_record_serial: 'serial', production_record_imei: 'imei' },
        commands: { pass: unavailable, fail: unavailable },
      },
    },
  ]
}
