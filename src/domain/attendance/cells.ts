// A day in eight characters: what the month's grid carries thousands of.

import { keysOf } from '../keys.ts'
import type { LeaveKind } from '../leave/leave-kind.ts'
import type { DayJudgement, StateCode } from './judge-day.ts'
import { leaveLetters } from './leave.ts'

export const CELL = 8

/** What a cell of the grid says. */
export interface Cell {
  kind: 'work' | 'rest' | 'none'
  /** By `sixStates`; `pending`: due and not known yet; null: not due. */
  states: readonly (StateCode | 'pending' | null)[]
  leave: LeaveKind | null
}

/** Nobody asks anything: no rule, or a day that is still to come. */
export const EMPTY_CELL = 'n-------'
export const REST_CELL = 'r-------'

export function packCell(
  { kind, states, pending }: Pick<DayJudgement, 'kind' | 'states' | 'pending'>,
  leave: LeaveKind | null,
): string {
  const six = states.map((state, at) => (pending[at] ? '?' : (state ?? '-'))).join('')
  return `${kind === 'rest' ? 'r' : 'w'}${six}${leave ? leaveLetters[leave] : '-'}`
}

const kinds: Record<string, Cell['kind']> = { w: 'work', r: 'rest' }
const codes: Record<string, Cell['states'][number]> = { '0': 0, '1': 1, '2': 2, '3': 3, '?': 'pending' }
const leaves = new Map(keysOf(leaveLetters).map(type => [leaveLetters[type], type] as const))

/** Reads the cell that begins at a place of a packed month. */
export function unpackCell(packed: string, from = 0): Cell {
  return {
    kind: kinds[packed.charAt(from)] ?? 'none',
    states: Array.from(packed.slice(from + 1, from + 7), sign => codes[sign] ?? null),
    leave: leaves.get(packed.charAt(from + 7)) ?? null,
  }
}
