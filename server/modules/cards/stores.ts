// How SIM cards, their bindings and packages are stored.
import { SILENT_DAYS, simBinding, simCard } from '../../../src/domain/billing/sim-card.ts'
import { simPackage } from '../../../src/domain/billing/sim-package.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const unavailable = async (_: Commanding) => {
  throw new Refused('unavailable')
}

export function cardStores(): Store[] {
  return [
    {
      entity: simCard,
      table: {
        name: 'sim_card',
        joins: 'left join device d on d.id = t.device_id left join sim_package p on p.id = t.package_id',
        columns: {
          tenantName: TENANT_NAME,
          imei: 'd.imei',
          deviceName: 'd.name',
          packageName: 'p.name',
          silent: `(t.device_id is not null and t.state in ('liveActive', 'testActive')
            and coalesce(t.last_used_at, 0) < (extract(epoch from now()) * 1000)::bigint - ${SILENT_DAYS * 86_400_000}::bigint)`,
        },
        unique: { sim_card_iccid: 'iccid', sim_card_device: 'iccid' },
        commands: { suspend: unavailable, resume: unavailable, refresh: unavailable },
      },
    },
    {
      entity: simBinding,
      table: {
        name: 'sim_binding',
        joins: 'join device d on d.id = t.device_id join sim_card c on c.id = t.card_id',
        columns: {
          tenantName: TENANT_NAME,
          deviceName: 'd.name',
          accessNumber: 'c.access_number',
          state: `case when t.unbound_at is null then 'bound' else 'unbound' end`,
        },
        unique: { sim_binding_card: 'iccid', sim_binding_device: 'imei' },
        beforeSave: async () => {
          throw new Refused('unavailable')
        },
        commands: { unbind: unavailable },
      },
    },
    {
      entity: simPackage,
      table: {
        name: 'sim_package',
        tenant: null,
        columns: { sold: `(select count(*) from bill x where x.package_id = t.id and x.state = 'paid')` },
        unique: { sim_package_name: 'name' },
        usedBy: [{ table: 'sim_card', column: 'package_id' }],
        commands: { enable: unavailable, disable: unavailable },
      },
    },
  ]
}
