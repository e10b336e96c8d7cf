// Judges one person's day: what each of the six states is, from the punches that are known by now. Pure: the same facts
// give the same answer, in whatever order the punches arrived.
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { DayPlan } from './day-plan.ts'
import { minuteOn, momentOn } from './local-days.ts'
import type { Slot } from './slots.ts'

/** The six states of a day, in their order everywhere: arrays of six go by it. */
export const sixStates = [
  'amAtState',
  'amEndState',
  'pmAtState',
  'pmEndState',
  'eveningAtState',
  'eveningEndState',
] as const
export type SixState = (typeof sixStates)[number]

/** Codes of the console specification, section 4. */
export const ABSENT = 0
export const NORMAL = 1
export const LATE = 2
export const LEFT_EARLY = 3
export type StateCode = 0 | 1 | 2 | 3

/** Phones that were without a network may still tell after a slot has closed: absence is said so much later. */
export const GRACE_MS = 30 * MINUTE_MS
/** Older punches count only by a correction: by then a day is final. */
export const SYNC_MS = 72 * HOUR_MS

export type DayPhase = 'open' | 'provisional' | 'final'

/** Which halves of a day are on leave. */
export interface LeaveHalves {
  am: boolean
  pm: boolean
}

export const NO_LEAVE: LeaveHalves = { am: false, pm: false }

export interface DayFacts {
  day: string
  zone: string
  plan: DayPlan
  /** Moments of what counts, in any order. */
  punches: readonly number[]
  leave: LeaveHalves
  now: number
  /** The end of the day before, where its rule reaches into this one: a shift belongs to the day it begins on. */
  takenUntil?: number
}

export interface DayJudgement {
  kind: 'work' | 'rest' | 'leave'
  /** By `sixStates`; null: not due, or not yet known. */
  states: readonly (StateCode | null)[]
  /** Due, but neither a punch nor the time has said yet. */
  pending: readonly boolean[]
  /** The punch that each state goes by. */
  times: readonly (number | null)[]
  lateMinutes: number
  earlyMinutes: number
  /** Somebody on leave has punched in hours that they have leave for. */
  conflict: boolean
  phase: DayPhase
  /** When time alone changes it next; null: never. */
  nextAt: number | null
}

/** What one state asks for: the window of minutes (both included), and what is in time. */
interface Due {
  of: number
  kind: 'at' | 'end'
  from: number
  until: number
  /** Punctual up to (arrival) or from (departure). */
  bound: number
  /** What lateness, or leaving early, is counted from. */
  agreed: number
  takes: 'first' | 'last'
  /** The slot's own end, after which absence may be said. */
  closes: number
}

const placeOf: Record<Slot['name'], { at: number; end: number }> = {
  morning: { at: 0, end: 1 },
  // One punch in the break: the morning's departure and the afternoon's arrival.
  noon: { at: 2, end: 1 },
  afternoon: { at: 2, end: 3 },
  evening: { at: 4, end: 5 },
}

const isOn = (slot: Slot, leave: LeaveHalves): boolean => !(slot.name === 'morning' ? leave.am : leave.pm)

/** Which of the six a day asks for, with leave left out. */
function duesOf({ slots, punchCount }: DayPlan, leave: LeaveHalves): Due[] {
  const noon = slots.find(({ name }) => name === 'noon')
  const worked = slots.filter(slot => slot.name !== 'noon' && isOn(slot, leave))
  const [first, last] = [worked[0], worked.at(-1)]
  if (!first || !last) return []
  if (punchCount === 2) return [arrivalOf(first), { ...departureOf(last), from: first.cutOff + 1 }]
  const dues = worked.flatMap(slot => {
    return [
      noon && slot.name === 'afternoon' ? breakArrivalOf(noon) : arrivalOf(slot),
      noon && slot.name === 'morning' ? breakDepartureOf(noon) : departureOf(slot),
    ]
  })
  return dues
}

const arrivalOf = (slot: Slot): Due => ({
  of: placeOf[slot.name].at,
  kind: 'at',
  from: slot.openFrom,
  until: slot.cutOff,
  bound: slot.lateUntil,
  agreed: slot.start,
  takes: 'first',
  closes: slot.closeUntil,
})

const departureOf = (slot: Slot): Due => ({
  of: placeOf[slot.name].end,
  kind: 'end',
  from: slot.cutOff + 1,
  until: slot.closeUntil,
  bound: slot.end,
  agreed: slot.end,
  takes: 'last',
  closes: slot.closeUntil,
})

/** Of several punches in the break the first is who leaves, the last who is back. */
const breakDepartureOf = (noon: Slot): Due => ({
  of: placeOf.noon.end,
  kind: 'end',
  from: noon.openFrom,
  until: noon.closeUntil,
  bound: noon.start,
  agreed: noon.start,
  takes: 'first',
  closes: noon.closeUntil,
})

const breakArrivalOf = (noon: Slot): Due => ({
  of: placeOf.noon.at,
  kind: 'at',
  from: noon.openFrom,
  until: noon.cutOff,
  bound: noon.lateUntil,
  agreed: noon.end,
  takes: 'last',
  closes: noon.closeUntil,
})

/** First and last moment whose punches are of a day; undefined on a day of rest. */
export function windowOf(
  plan: DayPlan,
  zone: string,
  day: string,
): { from: number; until: number } | undefined {
  const [first, last] = [plan.slots[0], plan.slots.at(-1)]
  if (!first || !last) return undefined
  return {
    from: momentOn(zone, day, first.openFrom),
    // The whole of the last minute.
    until: momentOn(zone, day, last.closeUntil + 1) - 1,
  }
}

export function judgeDay(facts: DayFacts): DayJudgement {
  const { plan, zone, day, leave, now, takenUntil = 0 } = facts
  const states: (StateCode | null)[] = [null, null, null, null, null, null]
  const times: (number | null)[] = [null, null, null, null, null, null]
  const pending = [false, false, false, false, false, false]
  const window = windowOf(plan, zone, day)
  const still = { states, times, pending, lateMinutes: 0, earlyMinutes: 0, conflict: false }
  if (!window) return { ...still, kind: 'rest', phase: 'final', nextAt: null }
  const punches = facts.punches
    .filter(at => at > takenUntil && at >= window.from && at <= window.until)
    .map(at => ({ at, minute: minuteOn(zone, day, at) }))
    .sort((a, b) => a.at - b.at)
  const conflict = plan.slots.some(
    slot =>
      slot.name !== 'noon' &&
      !isOn(slot, leave) &&
      punches.some(({ minute }) => minute >= slot.start && minute <= slot.end),
  )
  const dues = duesOf(plan, leave)
  if (dues.length === 0) return { ...still, conflict, kind: 'leave', phase: 'final', nextAt: null }
  let [lateMinutes, earlyMinutes] = [0, 0]
  let next: number | undefined
  for (const due of dues) {
    const inside = punches.filter(({ minute }) => minute >= due.from && minute <= due.until)
    const taken = due.takes === 'first' ? inside[0] : inside.at(-1)
    const saidAt = momentOn(zone, day, due.closes + 1) + GRACE_MS
    const inTime = taken && (due.kind === 'at' ? taken.minute <= due.bound : taken.minute >= due.bound)
    times[due.of] = taken?.at ?? null
    // Who has come has come; who leaves may still leave later, as long as the slot is open.
    const known = inTime || (taken && (due.kind === 'at' || due.takes === 'first'))
    if (!known && now < saidAt) {
      pending[due.of] = true
      next = Math.min(next ?? saidAt, saidAt)
      continue
    }
    if (!taken) states[due.of] = ABSENT
    else if (inTime) states[due.of] = NORMAL
    else if (due.kind === 'at') {
      states[due.of] = LATE
      lateMinutes += Math.max(0, taken.minute - due.agreed)
    } else {
      states[due.of] = LEFT_EARLY
      earlyMinutes += due.agreed - taken.minute
    }
  }
  const closedAt = window.until + 1 + GRACE_MS
  const finalAt = window.until + 1 + SYNC_MS
  const phase = now < closedAt ? 'open' : now < finalAt ? 'provisional' : 'final'
  const nextAt = phase === 'final' ? null : Math.min(next ?? finalAt, phase === 'open' ? closedAt : finalAt)
  return { kind: 'work', states, times, pending, lateMinutes, earlyMinutes, conflict, phase, nextAt }
}

/** By how many minutes each of the six was late or early, by the punches that they go by; null: in time, or not due. */
export function minutesOff(
  { plan, zone, day, leave }: Pick<DayFacts, 'plan' | 'zone' | 'day' | 'leave'>,
  times: readonly (number | null)[],
): (number | null)[] {
  const off: (number | null)[] = [null, null, null, null, null, null]
  for (const due of duesOf(plan, leave)) {
    const at = times[due.of]
    if (at == null) continue
    const minute = minuteOn(zone, day, at)
    const inTime = due.kind === 'at' ? minute <= due.bound : minute >= due.bound
    if (!inTime) off[due.of] = Math.abs(minute - due.agreed)
  }
  return off
}

/** Days worked: half a day for each half in which somebody was there, a whole one where the plan has only one half. */
export function worthOf(plan: DayPlan, states: readonly (StateCode | null)[]): number {
  const came = (at: number) => (states[at] ?? ABSENT) !== ABSENT
  const am = [0, 1].some(came)
  const pm = [2, 3, 4, 5].some(came)
  const halves = new Set(
    plan.slots.flatMap(({ name }) => (name === 'noon' ? [] : [name === 'morning' ? 'am' : 'pm'])),
  )
  if (halves.size < 2) return am || pm ? 1 : 0
  // Between coming first and going last nobody asks.
  if (plan.punchCount === 2) return am && pm ? 1 : am || pm ? 0.5 : 0
  return (am ? 0.5 : 0) + (pm ? 0.5 : 0)
}
