// What positions decide that come late, out of a device's buffer: what happened at fences meanwhile, and nobody knew.
// The present side stays as it is. Pure: the stretch of the track around them in, what is new of it out.
import {
  type Decision,
  type FenceHappening,
  type Fix,
  firstSide,
  type GuardedFence,
  judgeFix,
  judgeTime,
  type Side,
} from './engine.ts'
import type { TenantFences, Watch } from './fence-book.ts'
import type { AlarmRef } from './judge-device.ts'

/** An event that is stored already. */
export interface KnownEvent {
  kind: FenceHappening['kind']
  at: number
}

export interface LateStretch {
  /** In their order: what came late, with what was known before, between and after. */
  fixes: readonly Fix[]
  /** Moments of those that came late. */
  late: ReadonlySet<number>
}

export interface LateFence {
  fence: GuardedFence
  decisions: Decision<FenceHappening>[]
}

/** Fences at which anything of a stretch has a say: nobody leaves or enters one without ever being near it. */
function* fencesNear({ boxes }: TenantFences, watch: Watch, fixes: readonly Fix[]): Generator<GuardedFence> {
  const near = new Set<GuardedFence>()
  for (const { longitude, latitude } of fixes)
    boxes.at(longitude, latitude, fence => {
      if (watch.has(fence.id)) near.add(fence)
    })
  yield* near
}

/**
 * Plays the stretch twice, with and without what came late: what happens only with it, and is not in history, is new.
 * `sides` are those of now; `knownAt` is what history has of a fence.
 */
export function judgeLate(
  tenant: TenantFences,
  watch: Watch,
  { fixes, late }: LateStretch,
  sides: ReadonlyMap<number, Side<AlarmRef>>,
  knownAt: (fence: GuardedFence) => readonly KnownEvent[],
): LateFence[] {
  const found: LateFence[] = []
  for (const fence of fencesNear(tenant, watch, fixes)) {
    const counted = fixes.filter(({ at }) => at >= watch.armedAt(fence))
    if (!counted.some(({ at }) => late.has(at))) continue
    const now = sides.get(fence.id)
    const all = play(fence, counted, now)
    const first = counted[0]?.at ?? 0
    const before = play(
      fence,
      counted.filter(({ at }) => !late.has(at)),
      now,
    )
    const known = knownAt(fence).filter(({ at }) => at > first && at <= (counted.at(-1)?.at ?? 0))
    const noticed = noticedAlready(happeningsOf(all), happeningsOf(before), known)
    const decisions = all.filter(one => !noticed.has(one.is === 'happened' ? one.happening : one.alarm))
    if (decisions.length > 0) found.push({ fence, decisions })
  }
  return found
}

const happeningsOf = (decisions: readonly Decision<FenceHappening>[]) =>
  decisions.flatMap(one => (one.is === 'happened' ? [one.happening] : []))

/** Decisions about alarms that `play` raised itself, without those that end alarms of earlier runs. */
const own = (decisions: readonly Decision<AlarmRef>[]): Decision<FenceHappening>[] =>
  decisions.flatMap((one): Decision<FenceHappening>[] => {
    if (one.is === 'happened') return [one]
    const { alarm } = one
    return typeof alarm === 'number' ? [] : [{ ...one, alarm }]
  })

function play(
  fence: GuardedFence,
  fixes: readonly Fix[],
  now: Side<AlarmRef> | undefined,
): Decision<FenceHappening>[] {
  const decisions: Decision<FenceHappening>[] = []
  let side: Side<AlarmRef> | undefined
  let was: Fix | null = null
  for (const fix of fixes) {
    const marked = { ...fix, late: true }
    if (side) {
      const next: ReturnType<typeof judgeFix<AlarmRef>> = judgeFix<AlarmRef>(fence, side, marked, was)
      decisions.push(...own(next.decisions))
      side = next.side
    } else side = firstSide<AlarmRef>(fence, fix) ?? heldSince(now, fix)
    was = fix
  }
  if (side && was) decisions.push(...own(endingOf(fence, side, was, now)))
  return decisions
}

/** The present side, if it is as old as this position: the play begins with it where the position is too inexact. */
function heldSince(now: Side<AlarmRef> | undefined, { at }: Fix): Side<AlarmRef> | undefined {
  if (!now || now.since > at) return undefined
  return { ...now, turning: null, windowAt: at, alarm: null }
}

/** What the present side says of the stretch's end: whether a waiting change counted, and whether an alarm is over. */
function endingOf(
  fence: GuardedFence,
  side: Side<AlarmRef>,
  last: Fix,
  now: Side<AlarmRef> | undefined,
): Decision<AlarmRef>[] {
  const inside = now?.inside ?? false
  if (side.inside === inside) return []
  if (side.turning)
    return judgeTime<AlarmRef>(fence, side, side.turning.at + fence.delayMs, last, true).decisions
  if (side.alarm === null) return []
  const { at, longitude, latitude } = last
  return [{ is: 'over', alarm: side.alarm, at, longitude, latitude, noticed: false, late: true }]
}

/** Those of `all` that are no news: each event of history, or of the play without late positions, takes the nearest alike. */
function noticedAlready(
  all: readonly FenceHappening[],
  before: readonly FenceHappening[],
  known: readonly KnownEvent[],
): Set<AlarmRef> {
  const noticed = new Set<AlarmRef>()
  const take = (events: readonly KnownEvent[]) => {
    for (const { kind, at } of events) {
      let nearest: FenceHappening | undefined
      for (const one of all)
        if (one.kind === kind && !noticed.has(one))
          if (!nearest || Math.abs(one.at - at) < Math.abs(nearest.at - at)) nearest = one
      if (nearest) noticed.add(nearest)
    }
  }
  take(known)
  for (const kind of ['entry', 'exit', 'dwell'] as const) {
    const of = (one: KnownEvent) => one.kind === kind
    // The play without late positions may have more than history kept; what history left out is not news now either.
    take(before.filter(of).slice(known.filter(of).length))
  }
  return noticed
}
