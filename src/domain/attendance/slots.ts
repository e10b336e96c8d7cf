// What an attendance rule says of a day: its slots, how many punches it asks for, and what of it cannot be.
import * as z from 'zod/mini'
import { localDate, several, zoneName } from '../fields.ts'
import { weekdayOf } from './local-days.ts'

export const slotNames = ['morning', 'noon', 'afternoon', 'evening'] as const
export const slotName = z.enum(slotNames)
export type SlotName = z.output<typeof slotName>

/** A slot ends in the night after its day at the latest. */
const LAST_MINUTE = 2879
const DAY_MINUTES = 1440

const minute = z.int().check(z.minimum(0), z.maximum(LAST_MINUTE))

/**
 * Minutes of the day on the clocks of the rule's zone; beyond 1440 they are of the following night. A punch counts as
 * arrival from `openFrom` to `cutOff`, as departure after that until `closeUntil`. Up to `lateUntil` is punctual.
 */
export const slot = z.object({
  name: slotName,
  /** Weekdays (1 Monday to 7 Sunday) on which it is worked; absent: on every day that is worked. */
  days: z.optional(several(z.int().check(z.minimum(1), z.maximum(7)), 7).check(z.minLength(1))),
  openFrom: minute,
  start: minute,
  lateUntil: minute,
  cutOff: minute,
  end: minute,
  closeUntil: minute,
})
export type Slot = z.output<typeof slot>

/** Big week: Monday to Saturday; small week: Monday to Friday; alternating: week by week from an anchor. */
export const weekType = z.enum(['big', 'small', 'alternating'])
export const weekKind = z.enum(['big', 'small'])
export type WeekKind = z.output<typeof weekKind>

export const settingsFields = {
  /** First day that is judged by these settings. */
  validFrom: localDate,
  zone: zoneName,
  weekType,
  /** A Monday from which alternating weeks are counted, and which of the two that week is. */
  anchorMonday: z.optional(z.nullable(localDate)),
  anchorIs: z.optional(z.nullable(weekKind)),
  /** How often a person punches on a full day, see `duesOf`. */
  punchCount: z.int().check(z.minimum(2), z.maximum(6)),
  slots: z.array(slot).check(z.minLength(1), z.maxLength(4)),
}
export type RuleSettings = z.output<z.ZodMiniObject<typeof settingsFields>>

export type SettingsFault =
  | 'attendance.slotTwice'
  | 'attendance.slotOrder'
  | 'attendance.cutOffBeforeLate'
  | 'attendance.slotsOverlap'
  | 'attendance.daysOverlap'
  | 'attendance.punchCount'
  | 'attendance.anchor'

/** The first thing that cannot be, with the field that has to be changed; undefined: all is well. */
export function faultOf(
  rule: Pick<RuleSettings, 'slots' | 'punchCount' | 'weekType' | 'anchorMonday' | 'anchorIs'>,
): { id: SettingsFault; field: keyof RuleSettings; slot?: SlotName } | undefined {
  const { slots } = rule
  if (new Set(slots.map(({ name }) => name)).size < slots.length)
    return { id: 'attendance.slotTwice', field: 'slots' }
  for (const each of slots) {
    const at = { field: 'slots', slot: each.name } as const
    if (each.cutOff < each.lateUntil) return { id: 'attendance.cutOffBeforeLate', ...at }
    const { openFrom, start, lateUntil, cutOff, end, closeUntil } = each
    const ordered = openFrom <= start && start <= lateUntil && cutOff <= end && end <= closeUntil
    if (!ordered || start >= end) return { id: 'attendance.slotOrder', ...at }
  }
  const inOrder = ordered(slots)
  for (const [at, each] of inOrder.entries()) {
    const next = inOrder[at + 1]
    if (next && next.openFrom < each.closeUntil)
      return { id: 'attendance.slotsOverlap', field: 'slots', slot: next.name }
  }
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  // Otherwise a punch in the early morning would be of two days.
  if (first && last && last.closeUntil - first.openFrom > DAY_MINUTES)
    return { id: 'attendance.daysOverlap', field: 'slots', slot: last.name }
  if (!punchCountsOf(slots).includes(rule.punchCount))
    return { id: 'attendance.punchCount', field: 'punchCount' }
  if (rule.weekType === 'alternating') {
    if (!rule.anchorMonday || weekdayOf(rule.anchorMonday) !== 1)
      return { id: 'attendance.anchor', field: 'anchorMonday' }
    if (!rule.anchorIs) return { id: 'attendance.anchor', field: 'anchorIs' }
  }
  return undefined
}

/** By the day, whatever order they were written in. */
export const ordered = (slots: readonly Slot[]): Slot[] =>
  slots.toSorted((a, b) => slotNames.indexOf(a.name) - slotNames.indexOf(b.name))

/**
 * The punch counts that a rule of these slots may have. Two: only who comes first and goes last is judged, whatever is in
 * between. Otherwise each slot has an arrival and a departure. The noon slot has no states of its own in the six: it is
 * one punch in the break that stands for the morning's departure and the afternoon's arrival, so it makes four into
 * three and six into five, and it needs a morning and an afternoon around it.
 */
export function punchCountsOf(slots: readonly Pick<Slot, 'name'>[]): number[] {
  const has = (name: SlotName) => slots.some(each => each.name === name)
  const worked = slots.filter(({ name }) => name !== 'noon').length
  if (worked === 0) return []
  if (!has('noon')) return [...new Set([2, worked * 2])]
  return has('morning') && has('afternoon') ? [worked * 2 - 1] : []
}
