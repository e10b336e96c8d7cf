// How drawings, base stations, positioning servers and zones are stored.
import { baseStation, drawing, indoorZone, uwbServer } from '../../../src/domain/indoor/indoor.ts'
import type { Store } from '../../entity/statement.ts'

const countIn = (table: string, column: string) =>
  `(select count(*) from ${table} x where x.${column} = t.id and x.removed_at is null)`

export function indoorStores(): Store[] {
  return [
    {
      entity: drawing,
      table: {
        name: 'drawing',
        columns: {
          stationCount: countIn('base_station', 'drawing_id'),
          deviceCount: '(select count(*) from device_state x where x.drawing_id = t.id)',
        },
        usedBy: [{ table: 'base_station', column: 'drawing_id' }],
      },
    },
    {
      entity: uwbServer,
      table: {
        name: 'uwb_server',
        columns: {
          state: '(select s.state from device_state s where s.device_id = t.device_id)',
          lastMessageAt: '(select s.last_message_at from device_state s where s.device_id = t.device_id)',
          stationCount: countIn('base_station', 'server_id'),
        },
        unique: { uwb_server_name: 'name' },
        usedBy: [{ table: 'base_station', column: 'server_id' }],
      },
    },
    {
      entity: baseStation,
      table: {
        name: 'base_station',
        columns: { floor: '(select d.floor from drawing d where d.id = t.drawing_id)' },
        commands: { enable: async () => {}, disable: async () => {} },
      },
    },
    { entity: indoorZone, table: { name: 'indoor_zone' } },
  ]
}
