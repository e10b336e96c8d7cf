// What a run would bill, counted from the same facts as the bills themselves.
import type * as z from 'zod/mini'
import { type feeRunPreview, MOST_NAMED } from '../../../src/contract/endpoints/fees.ts'
import {
  type FeeLineKind,
  feeLineKind,
  isJump,
  type MonthBill,
  monthBill,
  type TariffKind,
} from '../../../src/domain/fees/month-bill.ts'
import { quantityOf } from '../../../src/domain/fees/segments.ts'
import type { Sql } from '../../db/scoped.ts'
import { type Asked, type BilledRoom, readRooms } from './room-facts.ts'

type Preview = z.output<typeof feeRunPreview.response>

/** A room without anything to say gets no bill. */
export const isBilled = ({ lines }: Pick<MonthBill, 'lines'>): boolean => lines.length > 0

export async function previewRun(sql: Sql, asked: Asked): Promise<Preview> {
  return previewOf(asked.month, await readRooms(sql, asked))
}

function previewOf(month: string, rooms: readonly BilledRoom[]): Preview {
  const kinds = new Map<FeeLineKind, { rooms: number; quantity: number; amount: number }>()
  const unpriced = new Set<TariffKind>()
  const [unread, jumps]: [Preview['unread'], Preview['jumps']] = [
    { count: 0, rows: [] },
    { count: 0, rows: [] },
  ]
  const sum = { rooms: 0, amount: 0, nothing: 0 }
  let amountBefore: number | null = null
  for (const { id, name, before, facts } of rooms) {
    const named = { roomId: id, roomName: name }
    const bill = monthBill(month, facts)
    if (before !== null) amountBefore = (amountBefore ?? 0) + before
    for (const kind of bill.unpriced) unpriced.add(kind)
    for (const meterId of bill.unread) {
      const serial = facts.meters.find(meter => meter.id === meterId)?.serial ?? ''
      if (unread.count++ < MOST_NAMED) unread.rows.push({ ...named, meterId, serial })
    }
    if (!isBilled(bill)) {
      sum.nothing++
      continue
    }
    sum.rooms++
    sum.amount += bill.amount
    for (const line of bill.lines) {
      const of = kinds.get(line.kind) ?? { rooms: 0, quantity: 0, amount: 0 }
      kinds.set(line.kind, {
        rooms: of.rooms + 1,
        quantity: of.quantity + quantityOf(line.segments),
        amount: of.amount + line.amount,
      })
    }
    if (before !== null && isJump(before, bill.amount) && jumps.count++ < MOST_NAMED)
      jumps.rows.push({ ...named, before, amount: bill.amount })
  }
  return {
    ...sum,
    amountBefore,
    kinds: feeLineKind.options.flatMap(kind => {
      const of = kinds.get(kind)
      return of ? [{ kind, ...of }] : []
    }),
    unpriced: [...unpriced],
    ...{ unread, jumps },
  }
}
