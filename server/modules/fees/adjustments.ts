// What a corrected reading changes in bills that are out: the difference waits for the next bill, each fen once.
import * as z from 'zod/mini'
import { meterKind, ratedAnew } from '../../../src/domain/fees/month-bill.ts'
import type { Context } from '../../http/handlers.ts'
import { storedSegments } from './lines.ts'
import type { MeterRow } from './meter-row.ts'

const billedLine = z.object({
  id: z.int(),
  feeBillId: z.int(),
  roomId: z.int(),
  kind: meterKind,
  month: z.string(),
  amount: z.int(),
  adjusted: z.int(),
  segments: storedSegments,
})

const shownRow = z.object({
  meterId: z.int(),
  day: z.string(),
  thousandths: z.int(),
  rollover: z.boolean(),
  digits: z.int(),
  multiplier: z.int(),
})

export interface Corrected {
  day: string
  readingId: number
  reason: string
}

export async function adjustBills(
  { sql, person }: Pick<Context, 'sql' | 'person'>,
  meter: MeterRow,
  { day, readingId, reason }: Corrected,
): Promise<void> {
  const lines = z.parse(
    z.array(billedLine),
    await sql.query(
      `select l.id, l.fee_bill_id as "feeBillId", f.room_id as "roomId", l.kind, f.month, l.amount, l.segments,
         (select coalesce(sum(a.amount), 0)::bigint from fee_adjustment a where a.of_line_id = l.id) as adjusted
       from fee_bill f join fee_line l on l.fee_bill_id = f.id
       where f.room_id = $1 and f.removed_at is null and l.kind = $2 and exists (
         select from jsonb_array_elements(l.segments) s
         where (s ->> 'meterId')::bigint = $3 and $4 in (s ->> 'fromDay', s ->> 'toDay')) order by l.id`,
      [meter.roomId, meter.kind, meter.id, day],
    ),
  )
  if (lines.length === 0) return
  const meterIds = [...new Set(lines.flatMap(({ segments }) => segments.map(each => each.meterId)))]
  const shown = z.parse(
    z.array(shownRow),
    await sql.query(
      `select x.meter_id as "meterId", x.read_on as day, x.thousandths, x.rollover, m.digits, m.multiplier
       from meter_reading x join meter m on m.id = x.meter_id
       where x.meter_id = any($1::bigint[]) and x.removed_at is null and x.corrected_at is null`,
      [meterIds],
    ),
  )
  const byDay = new Map(shown.map(row => [`${row.meterId} ${row.day}`, row]))
  const registers = new Map(shown.map(row => [row.meterId, row]))
  for (const line of lines) {
    const anew = ratedAnew(
      line.segments,
      (meterId, on) => byDay.get(`${meterId} ${on}`),
      meterId => registers.get(meterId),
    )
    const difference = anew === undefined ? 0 : anew - line.amount - line.adjusted
    if (difference === 0) continue
    await sql.change(
      `insert into fee_adjustment (tenant_id, created_at, room_id, kind, amount, note, of_bill_id, of_line_id, reading_id,
         user_id, user_name) values ($1, $2, $3, 'correction', $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[meter.tenantId, Date.now(), line.roomId, difference, `${line.month}: ${reason}`, line.feeBillId],
        ...[line.id, readingId, person.accountId, person.name],
      ],
    )
  }
}
