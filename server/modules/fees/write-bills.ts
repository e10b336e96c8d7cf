// Writes the bills of a run with all that belongs to them: what is to be paid, the lines, and where their meters go on from.
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { FeeLine, MonthBill } from '../../../src/domain/fees/month-bill.ts'
import type { Sql } from '../../db/scoped.ts'

/** A bill of a room stays open; that of a payment closes some day. */
const OPEN_DAYS = 3650

/** The run that bills are of. */
export interface BillingRun {
  id: number
  tenantId: number
  communityId: number
  month: string
  dueOn: string
}

interface NewBill {
  roomId: number
  roomName: string
  bill: MonthBill
}

const idOfNumber = z.array(z.object({ id: z.int(), number: z.string() }))
const idOfRoom = z.array(z.object({ id: z.int(), roomId: z.int() }))

/** Writes bills with all that belongs to them, each table in one statement. */
export async function writeBills(
  sql: Sql,
  run: BillingRun,
  bills: readonly NewBill[],
  by: { userId: number; userName: string },
  now = Date.now(),
): Promise<ReadonlyMap<number, { feeBillId: number; billId: number | null }>> {
  if (bills.length === 0) return new Map()
  const numbers = numbersFor(bills.length, now)
  const numbered = bills.map((each, at) => ({ ...each, number: numbers[at] ?? '' }))
  const owed = z.parse(
    idOfNumber,
    await sql.query(
      `insert into bill (tenant_id, created_at, updated_at, order_number, kind, amount, subject, user_id, user_name, closes_at)
       select $1, $2, $2, x.number, 'fee', x.amount, x.subject, $3, $4, $5
       from jsonb_to_recordset($6::jsonb) as x (number text, amount bigint, subject text)
       returning id, order_number as number`,
      [
        ...[run.tenantId, now, by.userId, by.userName],
        Date.parse(`${run.dueOn}T00:00:00Z`) + OPEN_DAYS * DAY_MS,
        JSON.stringify(
          numbered
            .filter(({ bill }) => bill.amount > 0)
            .map(({ number, roomName, bill: { amount } }) => ({
              ...{ number, amount },
              subject: `${roomName} ${run.month}`,
            })),
        ),
      ],
    ),
  )
  const billIds = new Map(owed.map(({ id, number }) => [number, id]))
  const made = z.parse(
    idOfRoom,
    await sql.query(
      `insert into fee_bill (tenant_id, created_at, updated_at, run_id, community_id, room_id, month, amount, due_on, bill_id)
       select $1, $2, $2, $3, $4, x.room_id, $5, x.amount, $6, x.bill_id
       from jsonb_to_recordset($7::jsonb) as x (room_id bigint, amount bigint, bill_id bigint)
       returning id, room_id as "roomId"`,
      [
        ...[run.tenantId, now, run.id, run.communityId, run.month, run.dueOn],
        JSON.stringify(
          numbered.map(({ roomId, number, bill: { amount } }) => ({
            ...{ room_id: roomId, amount, bill_id: billIds.get(number) ?? null },
          })),
        ),
      ],
    ),
  )
  const feeBillOf = new Map(made.map(({ id, roomId }) => [roomId, id]))
  await writeLines(sql, run, bills, feeBillOf, now)
  await closeReadings(sql, bills, now)
  return new Map(
    numbered.flatMap(({ roomId, number }) => {
      const feeBillId = feeBillOf.get(roomId)
      return feeBillId === undefined ? [] : [[roomId, { feeBillId, billId: billIds.get(number) ?? null }]]
    }),
  )
}

/** Numbers of one moment and all different. */
function numbersFor(count: number, now: number): string[] {
  const stamp = new Date(now).toISOString().slice(0, 19).replace(/\D/g, '')
  const chances = new Set<number>()
  while (chances.size < count) chances.add(randomInt(0, 10_000_000_000))
  return [...chances].map(chance => `${stamp}${String(chance).padStart(10, '0')}`)
}

/** A bill that would be below nothing is nothing; a line says what it leaves to the next one. */
const linesOf = ({ lines, carry }: MonthBill): FeeLine[] =>
  carry === 0 ? lines : [...lines, { kind: 'carried', amount: -carry, segments: [] }]

async function writeLines(
  sql: Sql,
  run: BillingRun,
  bills: readonly NewBill[],
  feeBillOf: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  const lines = bills.flatMap(({ roomId, bill }) =>
    linesOf(bill).map(({ kind, amount, segments, area, note, adjustmentId }) => ({
      ...{
        fee_bill_id: feeBillOf.get(roomId),
        kind,
        amount,
        segments,
        area: area ?? null,
        note: note ?? null,
      },
      adjustment_id: adjustmentId ?? null,
    })),
  )
  await sql.change(
    `insert into fee_line (tenant_id, fee_bill_id, kind, amount, segments, area, note)
     select $1, x.fee_bill_id, x.kind, x.amount, x.segments, nullif(x.area, 'null'::jsonb), x.note from jsonb_to_recordset($2::jsonb)
       as x (fee_bill_id bigint, kind text, amount bigint, segments jsonb, area jsonb, note text)`,
    [run.tenantId, JSON.stringify(lines)],
  )
  const taken = lines.filter(line => line.adjustment_id !== null)
  if (taken.length > 0) {
    const changed = await sql.change(
      `update fee_adjustment a set fee_bill_id = x.fee_bill_id
       from jsonb_to_recordset($1::jsonb) as x (adjustment_id bigint, fee_bill_id bigint)
       where a.id = x.adjustment_id and a.fee_bill_id is null`,
      [JSON.stringify(taken)],
    )
    if (changed !== taken.length) throw new Error('A correction stands in another bill already')
  }
  const carried = bills.filter(({ bill }) => bill.carry !== 0)
  if (carried.length > 0)
    await sql.change(
      `insert into fee_adjustment (tenant_id, created_at, room_id, kind, amount, note, of_bill_id)
       select $1, $2, x.room_id, 'carried', x.amount, $3, x.of_bill_id
       from jsonb_to_recordset($4::jsonb) as x (room_id bigint, amount bigint, of_bill_id bigint)`,
      [
        ...[run.tenantId, now, run.month],
        JSON.stringify(
          carried.map(({ roomId, bill }) => ({
            ...{ room_id: roomId, amount: bill.carry, of_bill_id: feeBillOf.get(roomId) },
          })),
        ),
      ],
    )
}

/** Meters go on from what was billed. */
async function closeReadings(sql: Sql, bills: readonly NewBill[], now: number): Promise<void> {
  const last = new Map<number, { until: string; thousandths: number }>()
  for (const { bill } of bills)
    for (const { segments } of bill.lines)
      for (const { meterId, toDay, to } of segments) last.set(meterId, { until: toDay, thousandths: to })
  if (last.size === 0) return
  const values = JSON.stringify([...last].map(([id, each]) => ({ id, ...each })))
  await sql.change(
    `update meter m set billed_until = x.until, billed_thousandths = x.thousandths, updated_at = $2, version = version + 1
     from jsonb_to_recordset($1::jsonb) as x (id bigint, until date, thousandths bigint) where m.id = x.id`,
    [values, now],
  )
  await sql.change(
    `update meter_reading r set billed = true, updated_at = $2, version = version + 1
     from jsonb_to_recordset($1::jsonb) as x (id bigint, until date)
     where r.meter_id = x.id and r.read_on <= x.until and not r.billed and r.removed_at is null and r.corrected_at is null`,
    [values, now],
  )
}
