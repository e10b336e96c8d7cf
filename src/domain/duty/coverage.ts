// How a roster covers its posts: gaps, people in two places at once, who is on duty at a moment, and weeks as the tenant's calendar has them.
import { localTime, momentOf } from '../report/zone-time.ts'

/** From inclusive, until exclusive; epoch milliseconds. */
export interface Span {
  startsAt: number
  endsAt: number
}

export interface Turn extends Span {
  id: number
  workerId: number
  postId: number
}

export interface Needed {
  id: number
  /** So many people at once; 0: as many as there are. */
  minHeads: number
}

/** A stretch in which a post has fewer people than it needs. */
export interface Gap extends Span {
  postId: number
  heads: number
  needed: number
}

/** A stretch in which somebody is planned twice. */
export interface Overlap extends Span {
  workerId: number
  /** The earlier turn first. */
  turns: readonly [number, number]
}

const touches = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** The gaps of one post within a period, each as long as it can be with the same number of people; by time. */
function gapsOfPost(post: Needed, turns: readonly Turn[], within: Span): Gap[] {
  const own = turns.filter(turn => turn.postId === post.id && touches(turn, within))
  const edges = new Set([within.startsAt, within.endsAt])
  for (const { startsAt, endsAt } of own)
    for (const at of [startsAt, endsAt]) if (at > within.startsAt && at < within.endsAt) edges.add(at)
  const sorted = [...edges].sort((a, b) => a - b)
  const gaps: Gap[] = []
  for (const [index, startsAt] of sorted.entries()) {
    const endsAt = sorted[index + 1]
    if (endsAt === undefined) break
    // Who is planned twice at a post is still one person.
    const heads = new Set(own.filter(turn => touches(turn, { startsAt, endsAt })).map(turn => turn.workerId))
      .size
    if (heads >= post.minHeads) continue
    const last = gaps.at(-1)
    if (last && last.endsAt === startsAt && last.heads === heads) last.endsAt = endsAt
    else gaps.push({ postId: post.id, startsAt, endsAt, heads, needed: post.minHeads })
  }
  return gaps
}

/** Where posts have fewer people than they need, by post, then by time. */
export const gapsOf = (posts: readonly Needed[], turns: readonly Turn[], within: Span): Gap[] =>
  posts.flatMap(post => gapsOfPost(post, turns, within))

/** Who is planned in two turns at once, by time; each pair of turns once. */
export function overlapsOf(turns: readonly Turn[]): Overlap[] {
  const byWorker = Map.groupBy(turns, turn => turn.workerId)
  const overlaps: Overlap[] = []
  for (const own of byWorker.values()) {
    const sorted = own.toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id)
    for (const [index, first] of sorted.entries())
      for (const second of sorted.slice(index + 1)) {
        if (second.startsAt >= first.endsAt) break
        overlaps.push({
          workerId: first.workerId,
          turns: [first.id, second.id],
          startsAt: second.startsAt,
          endsAt: Math.min(first.endsAt, second.endsAt),
        })
      }
  }
  return overlaps.sort((a, b) => a.startsAt - b.startsAt)
}

/** The turns that hold at a moment. */
export const onDutyAt = <T extends Span>(turns: readonly T[], at: number): T[] =>
  turns.filter(turn => turn.startsAt <= at && at < turn.endsAt)

/** Milliseconds without enough people. */
export const uncoveredMs = (gaps: readonly Span[]): number =>
  gaps.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)

/** Puts turns into as few lines as they fit without touching; those that begin first go on top. */
export function linesOf<T extends Span>(turns: readonly T[]): T[][] {
  const lines: T[][] = []
  for (const turn of turns.toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)) {
    const free = lines.find(line => (line.at(-1)?.endsAt ?? 0) <= turn.startsAt)
    if (free) free.push(turn)
    else lines.push([turn])
  }
  return lines
}

export interface Week extends Span {
  /** Beginnings of its seven days, Monday first. */
  days: readonly number[]
}

/** The week that a moment is in, as the zone's calendar has it; `later` weeks on. A day may have 23 or 25 hours. */
export function weekOf(zone: string, at: number, later = 0): Week {
  const { year, month, day, weekday } = localTime(zone, at)
  const monday = day - (weekday - 1) + later * 7
  const starts = Array.from({ length: 8 }, (_, index) => momentOf(zone, year, month, monday + index))
  const [startsAt = at] = starts
  return { startsAt, endsAt: starts[7] ?? at, days: starts.slice(0, 7) }
}

/** The same time of the clock so many days on, also where the clocks are changed in between. */
export function daysLater(zone: string, at: number, days: number): number {
  const { year, month, day, minute } = localTime(zone, at)
  return momentOf(zone, year, month, day + days, minute)
}

/** Nights of a week for its picture: from 20:00 to 08:00 by the zone's clocks, cut to the week. */
export function nightsOf(zone: string, week: Week): Span[] {
  const at = (day: number, minute: number) => {
    const shown = localTime(zone, day)
    return momentOf(zone, shown.year, shown.month, shown.day, minute)
  }
  return week.days.flatMap((day, index) => [
    ...(index === 0 ? [{ startsAt: day, endsAt: at(day, 8 * 60) }] : []),
    {
      startsAt: at(day, 20 * 60),
      endsAt: index === 6 ? week.endsAt : at(week.days[index + 1] ?? day, 8 * 60),
    },
  ])
}
