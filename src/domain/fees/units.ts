// What meters count and what a unit costs, in whole numbers: thousandths of a unit, and micro-fen a unit. People read and type decimals.
import * as z from 'zod/mini'

const THOUSAND = 1000
/** More than any register shows. */
const MOST_UNITS = 999_999_999

/** A quantity of at most three decimals in thousandths; undefined for what would have to be rounded, and for what is none. */
export function thousandthsOf(units: number): number | undefined {
  if (!Number.isFinite(units) || units < 0 || units > MOST_UNITS) return undefined
  return Number(units.toFixed(3)) === units ? Math.round(units * THOUSAND) : undefined
}

export const unitsOf = (thousandths: number): number => thousandths / THOUSAND

/** What a register shows, as it is typed and sent. */
export const units = z.number().check(
  z.minimum(0),
  z.maximum(MOST_UNITS),
  z.refine(value => thousandthsOf(Math.abs(value)) !== undefined, { error: 'units' }),
)

/** A yuan is a hundred fen, a fen a million micro-fen. */
const MICRO_YUAN = 100_000_000
const MOST_YUAN = 10_000
const PRICE_DECIMALS = 6

/** Yuan of at most six decimals in micro-fen. */
export function microFenOf(yuan: number): number | undefined {
  if (!Number.isFinite(yuan) || yuan < 0 || yuan > MOST_YUAN) return undefined
  return Number(yuan.toFixed(PRICE_DECIMALS)) === yuan ? Math.round(yuan * MICRO_YUAN) : undefined
}

export const yuanPerUnit = (microFen: number): number => microFen / MICRO_YUAN

/** What a unit costs in yuan, as it is typed and sent. */
export const unitPrice = z.number().check(
  z.gt(0),
  z.maximum(MOST_YUAN),
  z.refine(value => microFenOf(Math.abs(value)) !== undefined, { error: 'unitPrice' }),
)
