// The demo's devices, ready to be simulated.
import * as z from 'zod/mini'
import { deviceKind, switchControl, valve } from '../../src/domain/device/device.ts'
import { type Data, WHOLE } from '../db/scoped.ts'
import type { SimulatedDevice } from './actor.ts'
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
  return {
    devices: fleet.map(device => ({
      imei: device.imei,
      secret: demoDeviceSecret(key, device.imei),
      kind: device.kind,
      compact: device.compact,
      latitude: device.latitude,
      longitude: device.longitude,
      battery: device.battery ?? 80,
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
