// The store of a site in kilograms: what a movement does to the balance, and what a ledger of them comes to. People read and type tons of
// two decimals.
import * as z from 'zod/mini'

/** A million tons: sums of many stay whole numbers of kilograms. */
const MOST_TONS = 1_000_000
const KILOGRAMS = 1000

/**
 * Tons of at most two decimals as kilograms; undefined for what would have to be rounded, and for what is no quantity.
 */
export function kilogramsOf(tons: number): number | undefined {
  if (!Number.isFinite(tons) || tons < 0 || tons > MOST_TONS) return undefined
  return Number(tons.toFixed(2)) === tons ? Math.round(tons * KILOGRAMS) : undefined
}

export const tonsOf = (kilograms: number): number => kilograms / KILOGRAMS

/** Tons as they are typed and sent: 0 and more. */
export const tons = z
  .number()
  .check(z.minimum(0), z.maximum(MOST_TONS), z.refine(isOfTwoDecimals, { error: 'tons' }))

/** The same of something that is moved: more than nothing. */
export const movedTons = z
  .number()
  .check(z.gt(0), z.maximum(MOST_TONS), z.refine(isOfTwoDecimals, { error: 'tons' }))

function isOfTwoDecimals(value: number): boolean {
  return kilogramsOf(Math.abs(value)) !== undefined
}

/**
 * `in` arrives, `use` is used up, `unqualified` is put aside for good, `count` sets what is there to what was counted, and
 * `reversal` takes one of the others back.
 */
export const movementKind = z.enum(['in', 'use', 'unqualified', 'count', 'reversal'])
export type MovementKind = z.output<typeof movementKind>

/** Kilograms of an item. What stocktaking found or missed is in `remaining` alone. */
export interface Balance {
  received: number
  used: number
  unqualified: number
  remaining: number
  /** Of what remains, so much is kept for plans. */
  reserved: number
}

export const NOTHING: Balance = { received: 0, used: 0, unqualified: 0, remaining: 0, reserved: 0 }

/** What a movement adds to each part of a balance. */
export type Effect = Balance

export interface Moving {
  kind: Exclude<MovementKind, 'reversal'>
  /** Of a count: what was counted. */
  kilograms: number
  /** Kept for the plan that it is used for. */
  ownReserved?: number
  /** What remains has grown by so much since it was counted: a count may arrive late. */
  movedSince?: number
}

/** Why a movement cannot be: more than is there, or more than is not kept for others. `left` is what there would be. */
export interface Short {
  why: 'stock.short' | 'stock.reserved'
  left: number
}

/** What the movement does, or why it cannot be done. */
export function effectOf(
  balance: Balance,
  { kind, kilograms, ownReserved = 0, movedSince = 0 }: Moving,
): Effect | Short {
  switch (kind) {
    case 'in':
      return { ...NOTHING, received: kilograms, remaining: kilograms }
    case 'count': {
      const change = kilograms + movedSince - balance.remaining
      if (balance.remaining + change < 0) return { why: 'stock.short', left: balance.remaining }
      return { ...NOTHING, remaining: change }
    }
    case 'unqualified':
      if (kilograms > balance.remaining) return { why: 'stock.short', left: balance.remaining }
      return { ...NOTHING, unqualified: kilograms, remaining: -kilograms }
    case 'use': {
      if (kilograms > balance.remaining) return { why: 'stock.short', left: balance.remaining }
      const free = balance.remaining - (balance.reserved - ownReserved)
      if (kilograms > free) return { why: 'stock.reserved', left: Math.max(0, free) }
      return {
        ...NOTHING,
        used: kilograms,
        remaining: -kilograms,
        reserved: 0 - Math.min(kilograms, ownReserved),
      }
    }
  }
}

export const isShort = (outcome: Effect | Short): outcome is Short => 'why' in outcome

/** Takes an effect back; short where what came in is gone again. */
export function reversedEffect(balance: Balance, effect: Effect): Effect | Short {
  if (balance.remaining < effect.remaining) return { why: 'stock.short', left: balance.remaining }
  return {
    received: 0 - effect.received,
    used: 0 - effect.used,
    unqualified: 0 - effect.unqualified,
    remaining: 0 - effect.remaining,
    reserved: 0 - effect.reserved,
  }
}

export const plus = (balance: Balance, effect: Effect): Balance => ({
  received: balance.received + effect.received,
  used: balance.used + effect.used,
  unqualified: balance.unqualified + effect.unqualified,
  remaining: balance.remaining + effect.remaining,
  reserved: balance.reserved + effect.reserved,
})

/** What a ledger comes to. Equal to the balance of its item, always. */
export const balanceOf = (effects: readonly Effect[]): Balance => effects.reduce(plus, NOTHING)
