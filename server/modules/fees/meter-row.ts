// A meter that is held, and what lies around a day in its readings.
import * as z from 'zod/mini'
import { meterKind } from '../../../src/domain/fees/month-bill.ts'
import type { Neighbours, Reading } from '../../../src/domain/fees/segments.ts'
import type { Sql } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'

const meterRow = z.object({
  id: z.int(),
  tenantId: z.int(),
  communityId: z.int(),
  kind: meterKind,
  digits: z.int(),
  multiplier: z.int(),
  start: z.int(),
  installedOn: z.string(),
  removedOn: z.nullable(z.string()),
  billedUntil: z.nullable(z.string()),
  deviceId: z.nullable(z.int()),
  roomId: z.int(),
  zone: z.string(),
  today: z.string(),
})
export type MeterRow = z.output<typeof meterRow>

/** Whoever stores or bills readings of a meter holds it: they come one after the other. */
export async function lockMeter(sql: Sql, id: number): Promise<MeterRow> {
  const row = await sql.first(
    `select t.id, t.tenant_id as "tenantId", r.community_id as "communityId", t.kind, t.digits, t.multiplier,
       t.start_thousandths as start, t.installed_on as "installedOn", t.removed_on as "removedOn",
       t.billed_until as "billedUntil", t.device_id as "deviceId", t.room_id as "roomId", z.zone,
       (now() at time zone z.zone)::date as today
     from meter t join room r on r.id = t.room_id join tenant z on z.id = t.tenant_id
     where t.id = $1 and t.removed_at is null for update of t`,
    [id],
  )
  if (!row) throw new Refused('row.unknown')
  return z.parse(meterRow, row)
}

const readingRow = z.object({
  id: z.int(),
  day: z.string(),
  thousandths: z.int(),
  rollover: z.boolean(),
})
export type ReadingRow = z.output<typeof readingRow>

const READING = `select id, read_on as day, thousandths, rollover from meter_reading
  where meter_id = $1 and removed_at is null and corrected_at is null`

export interface Around extends Neighbours {
  own: ReadingRow | undefined
}

/** What a reading of a day is judged by. The start of the meter comes before all of its readings. */
export async function around(sql: Sql, meter: MeterRow, day: string): Promise<Around> {
  const rows = z.parse(
    z.array(readingRow),
    await sql.query(
      `(${READING} and read_on < $2 order by read_on desc limit 1) union all (${READING} and read_on = $2)
       union all (${READING} and read_on > $2 order by read_on limit 1)`,
      [meter.id, day],
    ),
  )
  const own = rows.find(row => row.day === day)
  const start: Reading = { day: meter.installedOn, thousandths: meter.start }
  return {
    register: meter,
    installedOn: meter.installedOn,
    removedOn: meter.removedOn,
    today: meter.today,
    billedUntil: meter.billedUntil,
    before: rows.find(row => row.day < day) ?? start,
    after: rows.find(row => row.day > day),
    taken: own !== undefined,
    own,
  }
}
