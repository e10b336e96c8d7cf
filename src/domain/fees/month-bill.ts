// A room's bill of a month: what its meters counted, what it owes by its area, and corrections of earlier bills.
import * as z from 'zod/mini'
import { WRITTEN_MONTH } from '../limits.ts'
import { addMonths } from '../site/calendar-day.ts'
import { amountOf, type Price, type RatedSegment, rateSegment } from './rating.ts'
import { type Reading, type Register, segmentsOf, turned } from './segments.ts'

export const writtenMonth = z.string().check(z.regex(WRITTEN_MONTH, { error: 'format' }))

export const meterKind = z.enum(['electricity', 'water'])
export type MeterKind = z.output<typeof meterKind>

/** What a community asks money for; a service is paid by area and month. */
export const tariffKind = z.enum(['electricity', 'water', 'service'])
export type TariffKind = z.output<typeof tariffKind>

/** `correction` sets an earlier bill right; `carried` is what a bill below nothing leaves to the next one. */
export const feeLineKind = z.enum(['electricity', 'water', 'service', 'correction', 'carried'])
export type FeeLineKind = z.output<typeof feeLineKind>

export const firstOfMonth = (month: string): string => `${month}-01`
export const monthAfter = (month: string): string => addMonths(firstOfMonth(month), 1).slice(0, 7)
export const monthBefore = (month: string): string => addMonths(firstOfMonth(month), -1).slice(0, 7)
export function lastOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export interface CountedMeter {
  id: number
  serial: string
  kind: MeterKind
  register: Register
  /** Where the last bill stopped, or the start of the meter. */
  first: Reading
  /** Later ones up to the end of the month; the last reading of a meter that was taken out is among them. */
  readings: readonly Reading[]
  removed: boolean
}

export type MeterSegment = RatedSegment & { meterId: number; serial: string }

export interface FeeLine {
  kind: FeeLineKind
  amount: number
  segments: MeterSegment[]
  /** Of a service: hundredths of a square metre, and what one costs. */
  area?: { hundredths: number; microFen: number }
  /** Of a correction: the row that asked for it. */
  adjustmentId?: number
  note?: string | null
}

export interface Adjustment {
  id: number
  kind: 'correction' | 'carried'
  amount: number
  note: string | null
}

export interface RoomFacts {
  areaHundredths: number | null
  meters: readonly CountedMeter[]
  adjustments: readonly Adjustment[]
  prices: Readonly<Record<TariffKind, readonly Price[]>>
  /** Somebody lives or works there: an empty room owes no service. */
  served: boolean
}

export interface MonthBill {
  lines: FeeLine[]
  /** What is to be paid, never below nothing. */
  amount: number
  /** What the next bill begins with: nothing, or less. */
  carry: number
  /** Meters in use that nobody has read. */
  unread: number[]
  /** Without a tariff on its days nothing can be billed. */
  unpriced: TariffKind[]
}

/** What a bill of a month consists of. */
export function monthBill(month: string, facts: RoomFacts): MonthBill {
  const lines: FeeLine[] = []
  const unpriced = new Set<TariffKind>()
  for (const kind of meterKind.options) {
    const segments: MeterSegment[] = []
    for (const meter of facts.meters.filter(each => each.kind === kind)) {
      const rated = segmentsOf(meter.register, meter.first, meter.readings).map(segment =>
        rateSegment(segment, facts.prices[kind]),
      )
      const known = rated.filter(each => each !== undefined)
      // A meter is billed as a whole or not at all: the rest of it comes once there is a price.
      if (known.length < rated.length) unpriced.add(kind)
      else segments.push(...known.map(each => ({ ...each, meterId: meter.id, serial: meter.serial })))
    }
    if (segments.length > 0)
      lines.push({ kind, segments, amount: amountOf(segments.flatMap(({ parts }) => parts)) })
  }
  const service = serviceLine(month, facts)
  if (service === 'unpriced') unpriced.add('service')
  else if (service) lines.push(service)
  for (const { id, kind, amount, note } of facts.adjustments)
    lines.push({ kind, amount, note, segments: [], adjustmentId: id })
  const sum = lines.reduce((all, line) => all + line.amount, 0)
  return {
    lines,
    amount: Math.max(0, sum),
    carry: Math.min(0, sum),
    unread: facts.meters.flatMap(({ id, removed, readings }) => (removed || readings.length > 0 ? [] : [id])),
    unpriced: [...unpriced],
  }
}

function serviceLine(month: string, { areaHundredths, served, prices }: RoomFacts) {
  if (!served || areaHundredths === null || areaHundredths === 0 || prices.service.length === 0)
    return undefined
  const price = prices.service.findLast(({ fromDay }) => fromDay <= firstOfMonth(month))
  if (!price) return 'unpriced'
  const { microFen } = price
  const area = { hundredths: areaHundredths, microFen }
  // Hundredths of a square metre are tens of thousandths.
  const amount = amountOf([{ quantity: areaHundredths * 10, microFen }])
  return { kind: 'service' as const, amount, segments: [], area }
}

/** A month that differs from the one before by more is looked at before it is billed. */
const JUMP_SHARE = 0.5
/** Fen: below, any share is small change. */
const JUMP_LEAST = 2_000

/** True where a bill is so much more or less than the one before that somebody should look. */
export function isJump(before: number | null, now: number): boolean {
  if (before === null) return false
  const difference = Math.abs(now - before)
  return difference >= JUMP_LEAST && difference > before * JUMP_SHARE
}

/** What a register shows on a day, as it is known now. */
export type Shown = (meterId: number, day: string) => { thousandths: number; rollover: boolean } | undefined

/**
 * What a line would cost with the readings of now, at the prices that it was billed at: the difference is a line of the next
 * bill. Undefined where readings do not follow each other.
 */
export function ratedAnew(
  segments: readonly MeterSegment[],
  shown: Shown,
  registerOf: (meterId: number) => Register | undefined,
): number | undefined {
  const parts: MeterSegment['parts'] = []
  for (const segment of segments) {
    const register = registerOf(segment.meterId)
    const to = shown(segment.meterId, segment.toDay)
    const from = shown(segment.meterId, segment.fromDay)?.thousandths ?? segment.from
    if (!register) return undefined
    const moved = turned(register, from, to ?? { thousandths: segment.to, rollover: segment.rollover })
    if (moved === undefined) return undefined
    const prices = segment.parts.map(({ fromDay, microFen }) => ({ fromDay, microFen }))
    const rated = rateSegment({ ...segment, quantity: moved * register.multiplier }, prices)
    parts.push(...(rated?.parts ?? []))
  }
  return amountOf(parts)
}
