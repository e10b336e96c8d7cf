// Decides what happens at a fence, for one device: the side it was on and a position, or time that passed, in; the side
// it is on and what is to be told of it out. Pure, and all times are the device's.

import type { FenceEventKind } from '../../../src/domain/fence/fence.ts'
import {
  type FenceHours,
  holdingSince,
  holds,
  holdsAlways,
  nextHolding,
} from '../../../src/domain/fence/fence-hours.ts'
import type { PreparedShape } from '../../../src/domain/fence/fence-inside.ts'
import type { Place } from '../../../src/domain/geo/geo.ts'

export interface GuardedFence {
  id: number
  name: string
  shape: PreparedShape
  /** A point inside, the place of events that time alone brings about. */
  label: Place
  alarmOnExit: boolean
  alarmOnEntry: boolean
  delayMs: number
  dwellMs: number | null
  hours: FenceHours
  /** It watches as it does now since then; older positions decide nothing. */
  armedAt: number
}

export interface Side<AlarmRef> {
  inside: boolean
  since: number
  /** Where and when it came to the other side, while that has not lasted for the fence's delay yet. */
  turning: ({ at: number } & Place) | null
  /** When dwelling was reported for this stay. */
  dweltAt: number | null
  /** The beginnings of the fence's hours up to then have been judged. */
  windowAt: number
  /** The alarm that coming back ends. */
  alarm: AlarmRef | null
}

export interface Fix extends Place {
  at: number
  /** Radius of the uncertainty in metres; null for a satellite fix that gives none. */
  accuracy: number | null
  /** It came long after it was measured: the events that it causes are marked as late. */
  late?: boolean
}

export interface FenceHappening extends Place {
  kind: FenceEventKind
  at: number
  since: number | null
  alarm: 'fenceExit' | 'fenceEntry' | null
  /** Known only long after it happened. */
  late: boolean
}

/** What is to be done, in order. `alarm` is an id, or the happening of this run that raises it. */
export type Decision<AlarmRef> =
  | { is: 'happened'; happening: FenceHappening }
  /** An alarm is over: written into its timeline and, if `noticed`, sent as a recovery of its own. */
  | ({ is: 'over'; alarm: AlarmRef; at: number; noticed: boolean; late: boolean } & Place)

export interface Decided<AlarmRef> {
  side: Side<AlarmRef>
  decisions: Decision<AlarmRef>[]
}

/** Up to this accuracy a position counts as exact; the fence's delay is there for the jitter that remains. */
export const EXACT_METRES = 30

/** True when a position tells on which side of this fence it is: its circle does not lie over the edge. */
export function isSure({ shape }: GuardedFence, fix: Fix): boolean {
  const { accuracy } = fix
  return accuracy === null || accuracy <= EXACT_METRES || shape.toEdge(fix) >= accuracy
}

/** The side of a device whose side was not known: nothing happened. Undefined when the position cannot tell. */
export function firstSide<AlarmRef>(fence: GuardedFence, fix: Fix): Side<AlarmRef> | undefined {
  if (!isSure(fence, fix)) return undefined
  return { ...outsideSince(fix.at), inside: fence.shape.inside(fix) }
}

/** The side of a device that was outside when the fence first asked. */
export const outsideSince = (at: number) => ({
  inside: false,
  since: at,
  turning: null,
  dweltAt: null,
  windowAt: at,
  alarm: null,
})

/** Judges a position that is newer than all before; `was` is where the device was then. */
export function judgeFix<AlarmRef extends object | number>(
  fence: GuardedFence,
  before: Side<AlarmRef>,
  fix: Fix,
  was: Place | null,
): Decided<AlarmRef | FenceHappening> {
  const run = new Run<AlarmRef>(fence, before, was ?? fix, fix.late ?? false)
  run.letPass(fix.at)
  run.see(fix)
  run.letPass(fix.at)
  return run.result()
}

/** Judges what time alone decides, up to a moment of the device's time. */
export function judgeTime<AlarmRef extends object | number>(
  fence: GuardedFence,
  before: Side<AlarmRef>,
  until: number,
  place: Place,
  late = false,
): Decided<AlarmRef | FenceHappening> {
  const run = new Run<AlarmRef>(fence, before, place, late)
  run.letPass(until)
  return run.result()
}

const isWrong = ({ alarmOnEntry, alarmOnExit }: GuardedFence, inside: boolean) =>
  inside ? alarmOnEntry : alarmOnExit

/** When something may come due after `at` without another position; null: never. */
export function nextDue(fence: GuardedFence, side: Side<unknown>, at: number): number | null {
  if (side.turning) return side.turning.at + fence.delayMs
  const dwell = dwellDue(fence, side) ?? Number.POSITIVE_INFINITY
  const opening = isWrong(fence, side.inside)
    ? (nextHolding(fence.hours, Math.max(at, side.windowAt)) ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY
  const due = Math.min(dwell, opening)
  return Number.isFinite(due) ? due : null
}

/** When the stay has lasted long enough, counted within the holding time. */
function dwellDue({ dwellMs, hours }: GuardedFence, side: Side<unknown>): number | null {
  if (dwellMs === null || !side.inside || side.dweltAt !== null) return null
  const due = side.since + dwellMs
  if (holdsAlways(hours)) return due
  const window = holdingSince(hours, side.since) ?? nextHolding(hours, side.since)
  // Hours that are shorter than the dwell time are skipped; a week of them has every pattern.
  for (let [begin, tries] = [window, 0]; begin !== null && tries < 8; tries++) {
    const then = Math.max(side.since, begin) + dwellMs
    if (holdingSince(hours, then) === begin) return then
    begin = nextHolding(hours, Math.max(begin, side.since))
  }
  return null
}

class Run<AlarmRef extends object | number> {
  private readonly fence: GuardedFence
  private side: Side<AlarmRef | FenceHappening>
  private readonly place: Place
  private readonly late: boolean
  private readonly decisions: Decision<AlarmRef | FenceHappening>[] = []

  constructor(fence: GuardedFence, before: Side<AlarmRef>, place: Place, late: boolean) {
    this.late = late
    this.fence = fence
    this.side = { ...before }
    this.place = { longitude: place.longitude, latitude: place.latitude }
  }

  result(): Decided<AlarmRef | FenceHappening> {
    return { side: this.side, decisions: this.decisions }
  }

  /** Everything that came due by then, in order. While a change of sides waits for its delay, nothing else is judged. */
  letPass(until: number): void {
    for (;;) {
      const { fence, side } = this
      if (side.turning) {
        const counts = side.turning.at + fence.delayMs
        const dwelt = dwellDue(fence, side)
        if (dwelt !== null && dwelt <= Math.min(side.turning.at, until)) this.dwell(dwelt)
        else if (counts <= until) this.turn(side.turning, counts)
        else return
        continue
      }
      const opening = this.openingBy(until)
      const dwelt = dwellDue(fence, side)
      if (opening !== null && (dwelt === null || opening <= dwelt)) this.open(opening)
      else if (dwelt !== null && dwelt <= until) this.dwell(dwelt)
      else return
    }
  }

  /** Takes a position in. One whose circle of accuracy lies over the edge says nothing of the side. */
  see(fix: Fix): void {
    const { fence, side } = this
    const inside = fence.shape.inside(fix)
    if (inside === side.inside && !side.turning) return
    if (!isSure(fence, fix)) return
    if (inside === side.inside) side.turning = null
    else side.turning ??= { at: fix.at, longitude: fix.longitude, latitude: fix.latitude }
  }

  /** The beginning of the fence's hours that hold at a moment, if it has not been judged yet. */
  private openingBy(until: number): number | null {
    const begin = holdingSince(this.fence.hours, until)
    return begin !== null && begin > this.side.windowAt ? begin : null
  }

  /** The fence's hours begin: who is on the wrong side has not come back, or not gone, in time. */
  private open(at: number): void {
    const { side, fence } = this
    side.windowAt = at
    if (!isWrong(fence, side.inside)) return
    this.raise({ kind: side.inside ? 'entry' : 'exit', at, since: null, ...this.place })
  }

  private turn({ at, longitude, latitude }: { at: number } & Place, counts: number): void {
    const { fence, side } = this
    const inside = !side.inside
    const noticed = holds(fence.hours, counts)
    const raises = noticed && isWrong(fence, inside)
    const { since, alarm } = side
    this.side = {
      inside,
      since: at,
      turning: null,
      dweltAt: null,
      windowAt: Math.max(side.windowAt, counts),
      alarm: null,
    }
    if (alarm !== null)
      this.decisions.push({
        is: 'over',
        alarm,
        at,
        longitude,
        latitude,
        noticed: noticed && !raises,
        late: this.late,
      })
    if (!noticed) return
    const happening = { kind: inside ? 'entry' : 'exit', at, since: inside ? null : since } as const
    if (raises) this.raise({ ...happening, longitude, latitude })
    else this.happen({ ...happening, longitude, latitude, alarm: null })
  }

  /** Staying is an alarm of its own where entering was none. */
  private dwell(at: number): void {
    const { side, fence, place } = this
    side.dweltAt = at
    const where = fence.shape.inside(place) ? place : fence.label
    const happening = { kind: 'dwell', at, since: side.since, ...where } as const
    if (side.alarm === null) this.raise(happening)
    else this.happen({ ...happening, alarm: null })
  }

  private raise(what: Omit<FenceHappening, 'alarm' | 'late'>): void {
    this.side.alarm = this.happen({ ...what, alarm: what.kind === 'exit' ? 'fenceExit' : 'fenceEntry' })
  }

  private happen(what: Omit<FenceHappening, 'late'>): FenceHappening {
    const happening = { ...what, late: this.late }
    this.decisions.push({ is: 'happened', happening })
    return happening
  }
}
