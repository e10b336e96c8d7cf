// The demo's devices, ready to be simulated.
import * as z from 'zod/mini'
import { deviceKind } from '../../src/domain/device/device.ts'
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
})

/** Devices in use, with those that were switched off when the demo was made. Their secrets derive from `key`. */
export async function readDemoFleet(
  data: Data,
  key: Buffer,
): Promise<{ devices: SimulatedDevice[]; away: Set<string> }> {
  const rows = await data.scoped(WHOLE, sql =>
    sql.query(
      `select d.imei, d.kind, d.message_type = 'compact' as compact, s.battery, s.state = 'offline' as away,
         coalesce(d.latitude, s.latitude) as latitude, coalesce(d.longitude, s.longitude) as longitude
       from device d join device_state s on s.device_id = d.id
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
    })),
    away: new Set(fleet.filter(device => device.away).map(device => device.imei)),
  }
}
