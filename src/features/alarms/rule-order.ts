// The order of a tenant's rules: the first one that fits decides.
import * as z from 'zod/mini'
import { alarmRule, alarmRuleForm } from '../../domain/alarm/alarm-rule.ts'
import { sendRequest } from '../../platform/http.ts'
import { endpointsFor } from '../../resource/query.ts'
import type { RuleRow } from './rule-sentence.tsx'

/** Distance between the priorities of two rules, so that one can be put between them. */
const STEP = 10

/** The list with one row moved to another place. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const next = [...rows]
  const [row] = next.splice(from, 1)
  if (row !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, row)
  return next
}

/** The rules whose priority must change so that the list stands in this order. */
export function reordered(rows: readonly RuleRow[]): RuleRow[] {
  const rising = rows.every((row, at) => at === 0 || row.priority > (rows[at - 1]?.priority ?? 0))
  if (rising) return []
  return rows.flatMap((row, at) => {
    const priority = (at + 1) * STEP
    return row.priority === priority ? [] : [{ ...row, priority }]
  })
}

/** Where a new rule goes: behind all others. */
export const lastPlace = (rows: readonly RuleRow[]): number =>
  Math.max(0, ...rows.map(({ priority }) => priority)) + STEP

/** Saves the rules one after the other; what a form may not write stays out. */
export async function saveOrder(rows: readonly RuleRow[]): Promise<void> {
  for (const row of rows) {
    const written = z.parse(alarmRuleForm, row)
    await sendRequest(endpointsFor(alarmRule).save, { ...written, id: row.id, version: row.version })
  }
}
