// What was consumed becomes money: stretches are split where the tariff changes, and a sum is rounded once, to the fen.
import { addDays, daysFrom } from '../site/calendar-day.ts'
import type { Segment } from './segments.ts'

export interface Price {
  fromDay: string
  /** For one unit. */
  microFen: number
}

export interface Part {
  quantity: number
  microFen: number
}

export interface RatedSegment extends Segment {
  parts: (Part & { fromDay: string; toDay: string })[]
}

/** The price of a day: of those that have begun, the last. Prices come in the order of their days. */
export function priceOn(prices: readonly Price[], day: string): Price | undefined {
  return prices.findLast(({ fromDay }) => fromDay <= day)
}

/**
 * Splits a stretch where prices change inside it, by days: nobody read the meter then. The last part takes what whole
 * thousandths leave over, so that the parts are the stretch. Undefined where a day has no price.
 *
 * A stretch has the days after its first reading up to its last one; one that begins and ends on a day is that day.
 */
export function rateSegment(segment: Segment, prices: readonly Price[]): RatedSegment | undefined {
  const { fromDay, toDay, quantity } = segment
  const firstDay = fromDay === toDay ? toDay : addDays(fromDay, 1)
  const first = priceOn(prices, firstDay)
  if (!first) return undefined
  const changes = prices.filter(price => price.fromDay > firstDay && price.fromDay <= toDay)
  const days = daysFrom(firstDay, toDay) + 1
  const parts: RatedSegment['parts'] = []
  let [left, start] = [quantity, firstDay]
  for (const [index, { microFen }] of [first, ...changes].entries()) {
    const next = changes[index]
    const end = next ? addDays(next.fromDay, -1) : toDay
    const share = next ? Number((BigInt(quantity) * BigInt(daysFrom(start, end) + 1)) / BigInt(days)) : left
    parts.push({ fromDay: start, toDay: end, quantity: share, microFen })
    left -= share
    start = next?.fromDay ?? end
  }
  return { ...segment, parts }
}

/** Thousandths of micro-fen in a fen. */
const FINE = 1_000_000_000n

/** What parts cost together in fen, rounded once, half up. */
export function amountOf(parts: readonly Part[]): number {
  const fine = parts.reduce((sum, { quantity, microFen }) => sum + BigInt(quantity) * BigInt(microFen), 0n)
  const [size, sign] = fine < 0n ? [-fine, -1] : [fine, 1]
  return sign * Number((size + FINE / 2n) / FINE) + 0
}
