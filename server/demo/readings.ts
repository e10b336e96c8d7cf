// What the products of the demo report, and a few special series: a meter that began again, silences, limits crossed.
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { equipment, measureNames } from './equipment.ts'
import type { DemoDevice } from './fleet.ts'
import { insertRows } from './rows.ts'

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
        const [name, en_name, decimals] = measureNames[measure.kind] ?? [measure.kind, measure.kind, 1]
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

/** Makes series worth looking at out of some measured ones, and notes when each device last measured. */
export async function seedSpecialReadings(
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
    [some(device => device.kind === 'electricityMeter' && device.id % 9 === 4), now - 240 * HOUR_MS],
  )
  // Silences: some were out of reach for hours.
  await sql.change('delete from reading where device_id = any($1) and at between $2 and $3', [
    some(device => device.id % 5 === 1),
    now - 15 * HOUR_MS,
    now - 13.5 * HOUR_MS,
  ])
  // Some hearts have raced: above the limit for a quarter of an hour.
  await sql.change(
    `update reading set value = 118 + (at / 60000 * 7 + device_id) % 19
     where device_id = any($1) and kind = 'heartRate' and at between $2 and $3`,
    [some(device => device.id % 4 === 2), now - 7 * HOUR_MS, now - 6.7 * HOUR_MS],
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
