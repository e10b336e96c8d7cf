// When plans begin and end, which of them may not slip without the whole slipping, and what is wrong with a tree of them.
import { addDays, daysFrom } from './calendar-day.ts'

export interface PlanFacts {
  id: number
  parentId: number | null
  /** Its first day, and how many days it takes. */
  startOn: string
  periodDays: number
  /** Plans that must be over before it begins. */
  predecessorIds: readonly number[]
  state: 'open' | 'done' | 'abnormal'
}

export interface Scheduled {
  /** Its last day: start and period, less one. */
  endOn: string
  /** Days by which it may slip before the whole does. */
  slackDays: number
  /** It may not slip at all. Of a plan with sub-plans: one of them may not. */
  critical: boolean
  /** It begins before something that it waits for is over. */
  tooEarly: boolean
}

export const endOf = ({ startOn, periodDays }: Pick<PlanFacts, 'startOn' | 'periodDays'>): string =>
  addDays(startOn, periodDays - 1)

/** Days after its last that an open plan is late by; 0 while it is not. */
export const lateBy = (plan: Pick<PlanFacts, 'startOn' | 'periodDays' | 'state'>, today: string): number =>
  plan.state === 'open' ? Math.max(0, daysFrom(endOf(plan), today)) : 0

/**
 * The schedule of plans by id. Plans with sub-plans are as critical as those are; the whole is the tree that a plan hangs in, and
 * ends with the last of its plans that have no sub-plans. References to plans that are not there count for nothing.
 */
export function scheduleOf(plans: readonly PlanFacts[]): ReadonlyMap<number, Scheduled> {
  const byId = new Map(plans.map(plan => [plan.id, plan]))
  const parents = new Set(plans.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))
  const rootOf = (plan: PlanFacts): number => pathTo(plan, byId).at(-1) ?? plan.id
  const leaves = plans.filter(({ id }) => !parents.has(id))
  const deadlines = new Map<number, string>()
  for (const leaf of leaves) {
    const [root, end] = [rootOf(leaf), endOf(leaf)]
    const known = deadlines.get(root)
    if (known === undefined || known < end) deadlines.set(root, end)
  }
  const followers = new Map<number, PlanFacts[]>()
  const leavesOf = (id: number) =>
    leaves.filter(leaf => leaf.id === id || pathTo(leaf, byId).includes(id)).map(leaf => leaf.id)
  for (const leaf of leaves)
    for (const before of waitsFor(leaf, byId).flatMap(leavesOf))
      followers.set(before, [...(followers.get(before) ?? []), leaf])
  const latest = new Map<number, string>()
  /** The last day on which a leaf may be over. A circle, which nobody can store, ends where it began. */
  const latestEnd = (leaf: PlanFacts, above: ReadonlySet<number>): string => {
    const known = latest.get(leaf.id)
    if (known !== undefined) return known
    let end = deadlines.get(rootOf(leaf)) ?? endOf(leaf)
    for (const next of followers.get(leaf.id) ?? []) {
      if (above.has(next.id)) continue
      const before = addDays(latestEnd(next, new Set([...above, leaf.id])), -next.periodDays)
      if (before < end) end = before
    }
    latest.set(leaf.id, end)
    return end
  }
  const schedule = new Map<number, Scheduled>()
  for (const leaf of leaves) {
    const slackDays = daysFrom(endOf(leaf), latestEnd(leaf, new Set()))
    schedule.set(leaf.id, {
      endOn: endOf(leaf),
      slackDays,
      critical: leaf.state !== 'done' && slackDays <= 0,
      tooEarly: waitsFor(leaf, byId).some(id => {
        const before = byId.get(id)
        return before !== undefined && endOf(before) >= leaf.startOn
      }),
    })
  }
  for (const plan of plans) if (parents.has(plan.id)) sumUp(plan, plans, byId, schedule)
  return schedule
}

function sumUp(
  plan: PlanFacts,
  plans: readonly PlanFacts[],
  byId: ReadonlyMap<number, PlanFacts>,
  schedule: Map<number, Scheduled>,
): void {
  const inside = plans.flatMap(each => {
    const own = schedule.get(each.id)
    return own && each.id !== plan.id && pathTo(each, byId).includes(plan.id) ? [own] : []
  })
  schedule.set(plan.id, {
    endOn: endOf(plan),
    slackDays: Math.min(...inside.map(each => each.slackDays), Number.MAX_SAFE_INTEGER),
    critical: inside.some(each => each.critical),
    tooEarly: inside.some(each => each.tooEarly),
  })
}

/** What a plan waits for: its own predecessors, and those of the plans that it is part of. */
const waitsFor = (plan: Waiting, byId: ReadonlyMap<number, Waiting>): number[] => [
  ...plan.predecessorIds,
  ...pathTo(plan, byId).flatMap(id => byId.get(id)?.predecessorIds ?? []),
]

/** The ids above a plan, the nearest first. */
function pathTo(plan: Waiting, byId: ReadonlyMap<number, Waiting>): number[] {
  const path: number[] = []
  for (let at = plan; at.parentId !== null && !path.includes(at.parentId); ) {
    const above = byId.get(at.parentId)
    if (!above) break
    path.push(above.id)
    at = above
  }
  return path
}

/** Whether a plan lies within another's days. */
export const isWithin = (
  plan: Pick<PlanFacts, 'startOn' | 'periodDays'>,
  outer: Pick<PlanFacts, 'startOn' | 'periodDays'>,
): boolean => plan.startOn >= outer.startOn && endOf(plan) <= endOf(outer)

type Waiting = Pick<PlanFacts, 'id' | 'parentId' | 'predecessorIds'>

/**
 * Whether one of the plans waits, by however many others, for itself. A part waits for what its whole waits for, and the whole is
 * over when its parts are.
 */
export function hasCircle(plans: readonly Waiting[]): boolean {
  const byId = new Map(plans.map(plan => [plan.id, plan]))
  const waits = new Map<number, number[]>()
  for (const plan of plans) {
    waits.set(plan.id, [...(waits.get(plan.id) ?? []), ...waitsFor(plan, byId)])
    if (plan.parentId !== null) waits.set(plan.parentId, [...(waits.get(plan.parentId) ?? []), plan.id])
  }
  return plans.some(({ id }) => {
    const seen = new Set<number>()
    const left = [...(waits.get(id) ?? [])]
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (next === id) return true
      if (seen.has(next)) continue
      seen.add(next)
      left.push(...(waits.get(next) ?? []))
    }
    return false
  })
}

export interface PlanRow<P extends PlanFacts> {
  plan: P
  depth: number
  hasSubPlans: boolean
}

/** Plans as a tree is read: each with its sub-plans below it, in the order of their first days. */
export function treeOrder<P extends PlanFacts>(plans: readonly P[]): PlanRow<P>[] {
  const ids = new Set(plans.map(({ id }) => id))
  const below = new Map<number | null, P[]>()
  for (const plan of plans) {
    const above = plan.parentId !== null && ids.has(plan.parentId) ? plan.parentId : null
    below.set(above, [...(below.get(above) ?? []), plan])
  }
  const rows: PlanRow<P>[] = []
  const put = (parent: number | null, depth: number) => {
    const own = (below.get(parent) ?? []).toSorted(
      (a, b) => a.startOn.localeCompare(b.startOn) || a.id - b.id,
    )
    for (const plan of own) {
      rows.push({ plan, depth, hasSubPlans: below.has(plan.id) })
      put(plan.id, depth + 1)
    }
  }
  put(null, 0)
  return rows
}
