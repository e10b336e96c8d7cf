// The demo's devices, ready to be simulated.

import * as z from 'zod/mini'
import { deviceKind } from '../../src/domain/device/device.ts'
import { switchControl, valve } from '../../src/domain/device/state-fields.ts'
import { type Data, WHOLE } from '../db/scoped.ts'
import type { SimulatedDevice, WatchedFloor } from './device.ts'
import { demoDeviceSecret } from './secret.ts'

const row = z.object({
  imei: z.string(),
  kind: deviceKind,
  compact: z.boolean(),
  latitude: z.number(),
  longitude: z.number(),
  battery: z.nullable(z.int()),
  away: z.boolean(),
  gateway: z.nullable(z.string()),
  channel: z.nullable(z.int()),
  closed: z.nullable(z.boolean()),
  locked: z.nullable(z.boolean()),
  control: z.nullable(switchControl),
  valve: z.nullable(valve),
})

/** Devices in use, with those that were switched off when the demo was made. Their secrets derive from `key`. */
export async function readDemoFleet(
  data: Data,
  key: Buffer,
): Promise<{ devices: SimulatedDevice[]; away: Set<string> }> {
  const rows = await data.scoped(WHOLE, sql =>
    sql.query(
      `select d.imei, d.kind, d.message_type = 'compact' as compact, s.battery, s.state = 'offline' as away,
         g.imei as gateway, d.channel, s.closed, s.locked, s.switch_control as control, s.valve,
         coalesce(d.latitude, s.latitude) as latitude, coalesce(d.longitude, s.longitude) as longitude
       from device d join device_state s on s.device_id = d.id
       left join device g on g.id = d.gateway_id and g.tenant_id = d.tenant_id and g.removed_at is null
       where d.removed_at is null and d.secret_hash is not null and d.lifecycle = 'bound' and s.state <> 'notActivated'
         and coalesce(d.latitude, s.latitude) is not null and coalesce(d.longitude, s.longitude) is not null
       order by d.id`,
    ),
  )
  const fleet = rows.map(raw => z.parse(row, raw))
  const watched = await readWatchedFloors(data)
  return {
    devices: fleet.map(device => ({
      imei: device.imei,
      secret: demoDeviceSecret(key, device.imei),
      kind: device.kind,
      compact: device.compact,
      latitude: device.latitude,
      longitude: device.longitude,
      battery: device.battery ?? 80,
      ...(watched.has(device.imei) && { floors: watched.get(device.imei) ?? [] }),
      gateway: device.gateway,
      channel: device.channel,
      standing: {
        closed: device.closed ?? true,
        locked: device.locked ?? false,
        control: device.control ?? 'manual',
        valve: device.valve ?? 'open',
      },
    })),
    away: new Set(fleet.filter(device => device.away).map(device => device.imei)),
  }
}

const floorRow = z.object({
  server: z.string(),
  map: z.int(),
  width: z.number(),
  height: z.number(),
  imeis: z.array(z.string()),
})

/** What each positioning server watches, by its device: the floors of its base stations, and who was last seen there. */
async function readWatchedFloors(data: Data): Promise<Map<string, WatchedFloor[]>> {
  const rows = await data.scoped(WHOLE, sql =>
    sql.query(
      `select d.imei as server, w.id as map, w.real_width as width, w.real_height as height,
         (select coalesce(json_agg(t.imei order by t.id), '[]') from device_state s join device t on t.id = s.device_id
          where s.drawing_id = w.id and t.removed_at is null) as imeis
       from uwb_server u join device d on d.id = u.device_id and d.tenant_id = u.tenant_id
       join drawing w on w.tenant_id = u.tenant_id and w.positioning and w.removed_at is null
       where u.removed_at is null and w.real_width > 0 and w.real_height > 0
         and exists (select from base_station b where b.drawing_id = w.id and b.server_id = u.id and b.removed_at is null)
       order by w.id`,
    ),
  )
  const watched = new Map<string, WatchedFloor[]>()
  for (const { server, ...floor } of rows.map(raw => z.parse(floorRow, raw)))
    watched.set(server, [...(watched.get(server) ?? []), floor])
  return watched
}
