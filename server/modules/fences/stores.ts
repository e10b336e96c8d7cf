// How fences and what happened at them are stored.
import { fence, fenceEvent } from '../../../src/domain/fence/fence.ts'
import type { Store } from '../../entity/statement.ts'

const bound = `(select count(*) from device d where d.removed_at is null and d.tenant_id = t.tenant_id
  and (d.group_id = any(t.group_ids) or exists (select from fence_device b where b.fence_id = t.id and b.device_id = d.id)))`

export function fenceStores(): Store[] {
  return [
    {
      entity: fence,
      table: {
        name: 'fence',
        columns: {
          days: 'to_json(t.days)',
          groupIds: 'to_json(t.group_ids)',
          groupNames: `(select coalesce(json_agg(x.name order by x.id), '[]') from device_group x where x.id = any(t.group_ids) and x.removed_at is null)`,
          deviceCount: bound,
          insideCount: '(select count(*) from fence_side s where s.fence_id = t.id and s.inside)',
          lastEventAt: '(select max(e.at) from fence_event e where e.fence_id = t.id)',
        },
        unique: { fence_name: 'name' },
        commands: { enable: async () => {}, disable: async () => {} },
      },
    },
    { entity: fenceEvent, table: { name: 'fence_event' } },
  ]
}
