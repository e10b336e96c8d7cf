// Judges the positions of one device against everything that watches it. Pure: sides in, sides and happenings out.
import type { Place } from '../../../src/domain/geo/geo.ts'
import {
  type Decided,
  type Decision,
  EXACT_METRES,
  type FenceHappening,
  type Fix,
  firstSide,
  type GuardedFence,
  judgeFix,
  judgeTime,
  nextDue,
  outsideSince,
  type Side,
} from './engine.ts'
import type { TenantFences, Watch } from './fence-book.ts'

/** A stored alarm by its id, or one of this run by the happening that raises it. */
export type AlarmRef = number | FenceHappening

export interface DeviceSides {
  /** Device time of the newest position that was judged, and the server's when it came. */
  at: number | null
  heardAt: number | null
  /** When the newest exact one was measured, never ahead of the server's time. */
  sureAt: number | null
  sides: ReadonlyMap<number, Side<AlarmRef>>
  /** Where it was before these positions. */
  place: Place | null
}

export interface JudgedSide {
  fence: GuardedFence
  side: Side<AlarmRef>
  /** By the server's clock. */
  dueAt: number | null
  decisions: Decision<AlarmRef>[]
  /** The side is new: it has changed, or was not known before. */
  turned: boolean
}

export interface JudgedDevice {
  at: number
  sureAt: number | null
  /** Only those that have changed. */
  sides: JudgedSide[]
  /** Fences that watch it no more. */
  left: number[]
}

/**
 * Judges positions, oldest first; those that are not newer than what was judged decide nothing. `now` is the server's
 * time. Undefined when there is nothing new.
 */
export function judgeDevice(
  tenant: TenantFences,
  watch: Watch,
  before: DeviceSides,
  fixes: readonly Fix[],
  now: number,
): JudgedDevice | undefined {
  const sides = new Map(before.sides)
  const changed = new Map<number, Omit<JudgedSide, 'dueAt'>>()
  let { at, sureAt, place } = before
  let judged = false
  const keep = (
    fence: GuardedFence,
    was: Side<AlarmRef> | undefined,
    { side, decisions }: Decided<AlarmRef>,
  ) => {
    const known = changed.get(fence.id)
    const turned = known?.turned || was?.inside !== side.inside
    changed.set(fence.id, { fence, side, turned, decisions: [...(known?.decisions ?? []), ...decisions] })
    sides.set(fence.id, side)
  }
  for (const fix of fixes) {
    if (at !== null && fix.at <= at) continue
    judged = true
    at = fix.at
    const here = new Set<GuardedFence>()
    tenant.boxes.at(fix.longitude, fix.latitude, fence => {
      if (watch.has(fence.id)) here.add(fence)
    })
    // Also the fences it was in, is leaving or has an alarm of: the position may lie far from them.
    for (const [id, side] of sides) {
      const fence = tenant.fences.get(id)
      if (fence && watch.has(id) && (side.inside || side.turning || side.alarm !== null)) here.add(fence)
    }
    const isKnown = (fence: GuardedFence) => sureAt !== null && sureAt >= watch.armedAt(fence)
    // A fence was drawn or bound since the last exact position: those that watch exits must learn that it is outside.
    if (sureAt === null || sureAt < watch.newest)
      for (const fence of watch.all()) if (fence.alarmOnExit && !isKnown(fence)) here.add(fence)
    for (const fence of here) {
      if (fix.at < watch.armedAt(fence)) continue
      const side = sides.get(fence.id)
      if (side || isKnown(fence)) {
        const known = side ?? outsideSince(fix.at)
        const next = judgeFix<AlarmRef>(fence, known, fix, place)
        if (next.decisions.length > 0 || !sameSide(known, next.side)) keep(fence, known, next)
      } else {
        const first = firstSide<AlarmRef>(fence, fix)
        if (first && (first.inside || fence.alarmOnExit))
          keep(fence, undefined, { side: first, decisions: [] })
      }
    }
    // The earlier of both clocks: a position from before a fence was drawn says nothing of that fence.
    if (fix.accuracy === null || fix.accuracy <= EXACT_METRES) sureAt = Math.min(now, fix.at)
    place = fix
  }
  const left = [...before.sides.keys()].filter(id => !tenant.fences.has(id) || !watch.has(id))
  if (!judged || at === null)
    return left.length === 0 || at === null ? undefined : { at, sureAt, sides: [], left }
  const newest = at
  return {
    at,
    sureAt,
    left,
    sides: [...changed.values()].map(one => ({ ...one, dueAt: dueOf(one.fence, one.side, newest, now) })),
  }
}

/** Judges by time alone: the device's time has run on from its newest position as the server's has. */
export function judgeDue(
  tenant: TenantFences | undefined,
  watch: Watch | undefined,
  before: DeviceSides,
  now: number,
): { sides: JudgedSide[]; left: number[] } {
  const at = (before.at ?? now) + now - (before.heardAt ?? now)
  const left: number[] = []
  const sides: JudgedSide[] = []
  for (const [id, side] of before.sides) {
    const fence = tenant?.fences.get(id)
    if (!fence || !watch?.has(id)) {
      left.push(id)
      continue
    }
    const next = judgeTime<AlarmRef>(fence, side, at, before.place ?? fence.label)
    const dueAt = dueOf(fence, next.side, at, now)
    sides.push({
      fence,
      ...next,
      // At least a second on: what is due again at once would keep the timer busy for ever.
      dueAt: dueAt === null ? null : Math.max(dueAt, now + 1000),
      turned: next.side.inside !== side.inside,
    })
  }
  return { sides, left }
}

/** The device's time, by the server's clock. */
function dueOf(fence: GuardedFence, side: Side<AlarmRef>, at: number, now: number): number | null {
  const due = nextDue(fence, side, at)
  return due === null ? null : due + now - at
}

const sameSide = (a: Side<AlarmRef>, b: Side<AlarmRef>) =>
  a.inside === b.inside &&
  a.turning?.at === b.turning?.at &&
  a.dweltAt === b.dweltAt &&
  a.windowAt === b.windowAt &&
  a.alarm === b.alarm
