// What the products of the demo report, and a few special courses: a meter that began again, silences, limits crossed.
import type { Sql } from '../db/scoped.ts'
import { equipment } from './equipment.ts'
import type { DemoDevice } from './fleet.ts'
import { insertRows } from './rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const names: Record<string, readonly [name: string, enName: string, decimals: number]> = {
  heartRate: ['心率', 'Heart rate', 0],
  bodyTemperature: ['体温', 'Body temperature', 1],
  bloodOxygen: ['血氧', 'Blood oxygen', 0],
  systolic: ['收缩压', 'Systolic pressure', 0],
  diastolic: ['舒张压', 'Diastolic pressure', 0],
  ambientTemperature: ['环境温度', 'Ambient temperature', 1],
  altitude: ['海拔', 'Altitude', 0],
  airQuality: ['空气质量', 'Air quality', 0],
  airHumidity: ['空气湿度', 'Air humidity', 0],
  odour: ['气味强度', 'Odour intensity', 0],
  vocs: ['VOCs', 'VOCs', 0],
  gas: ['燃气浓度', 'Combustible gas', 1],
  smoke: ['烟雾浓度', 'Smoke density', 2],
  waterPressure: ['水压', 'Water pressure', 3],
  waterVolume: ['用水量', 'Water volume', 1],
  voltage: ['电压', 'Voltage', 1],
  current: ['电流', 'Current', 1],
  energy: ['电能', 'Energy', 1],
  battery: ['电量', 'Battery', 0],
  signal: ['信号', 'Signal', 0],
  steps: ['步数', 'Steps', 0],
}

/** Writes the data model of every product from what its devices measure; after the products and the devices. */
export async function seedDataModels(sql: Sql, now: number): Promise<void> {
  const products = await sql.query<{ id: number; tenant_id: number; kind: keyof typeof equipment }>(
    `select p.id, p.tenant_id, min(d.kind) as kind from product p join device d on d.product_id = p.id
     group by p.id, p.tenant_id order by p.id`,
  )
  await insertRows(
    sql,
    'product_reading',
    products.flatMap(({ id, tenant_id, kind }) =>
      equipment[kind].measures.map((measure, index) => {
        const [name, en_name, decimals] = names[measure.kind] ?? [measure.kind, measure.kind, 1]
        return {
          tenant_id,
          created_at: now,
          updated_at: now,
          product_id: id,
          kind: measure.kind,
          name,
          en_name,
          decimals,
          lower: measure.limits?.lower ?? null,
          upper: measure.limits?.upper ?? null,
          every_seconds: measure.everyMinutes * 60,
          sort: (index + 1) * 10,
        }
      }),
    ),
  )
}

/** Makes courses worth looking at out of some measured ones, and notes when each device last measured. */
export async function seedSpecialCourses(
  sql: Sql,
  devices: readonly DemoDevice[],
  now: number,
): Promise<void> {
  const reached = devices.filter(device => device.lastMessageAt !== null)
  const some = (pick: (device: DemoDevice) => boolean) => reached.filter(pick).map(device => device.id)
  // A meter was exchanged ten days ago: it counts from nothing again.
  await sql.change(
    `update reading r set value = round((r.value - first.value)::numeric, 1)::float8
     from (select device_id, max(value) as value from reading where kind = 'energy' and at < $2 and device_id = any($1)
       group by device_id) first
     where r.device_id = first.device_id and r.kind = 'energy' and r.at >= $2`,
    [some(device => device.kind === 'electricityMeter' && device.id % 9 === 4), now - 240 * HOUR],
  )
  // Silences: some were out of reach for hours.
  await sql.change('delete from reading where device_id = any($1) and at between $2 and $3', [
    some(device => device.id % 5 === 1),
    now - 15 * HOUR,
    now - 13.5 * HOUR,
  ])
  // Some hearts have raced: above the limit for a quarter of an hour.
  await sql.change(
    `update reading set value = 118 + (at / 60000 * 7 + device_id) % 19
     where device_id = any($1) and kind = 'heartRate' and at between $2 and $3`,
    [some(device => device.id % 4 === 2), now - 7 * HOUR, now - 6.7 * HOUR],
  )
  await sql.change(
    `update latest_reading l set value = r.value from reading r
     where r.device_id = l.device_id and r.kind = l.kind and r.at = l.at and r.value <> l.value`,
  )
  await sql.change(
    `update device_state s set measured_at = l.at
     from (select device_id, max(at) as at from latest_reading group by device_id) l where l.device_id = s.device_id`,
  )
}
