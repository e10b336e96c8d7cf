// A week of the roster as it is shown: posts with their lines, gaps and overlaps, and what waits to be published.
import { type Gap, gapsOf, linesOf, type Overlap, overlapsOf, type Week } from '../../domain/duty/coverage.ts'
import type { NamedPost, Shift, Swap } from './roster-query.ts'

export interface PostLines {
  post: NamedPost
  /** Each line has shifts that do not touch each other. */
  lines: Shift[][]
  gaps: Gap[]
}

export interface ShownRoster {
  week: Week
  posts: PostLines[]
  /** Of the rest of the week: what is over cannot be mended. */
  gaps: Gap[]
  overlaps: Overlap[]
  swaps: Swap[]
  /** Shifts that begin in the week and are not published. */
  drafts: number
  shifts: readonly Shift[]
}

interface Given {
  week: Week
  now: number
  shifts: readonly Shift[]
  posts: readonly NamedPost[]
  swaps: readonly Swap[]
}

export function rosterOf({ week, now, shifts, posts, swaps }: Given): ShownRoster {
  const touching = shifts.filter(({ startsAt, endsAt }) => startsAt < week.endsAt && endsAt > week.startsAt)
  const lines = posts.map(post => ({
    post,
    lines: linesOf(touching.filter(({ postId }) => postId === post.id)),
    gaps: gapsOf([post], touching, week),
  }))
  return {
    week,
    posts: lines,
    gaps: lines
      .flatMap(({ gaps }) => gaps)
      .filter(({ endsAt }) => endsAt > now)
      .sort((a, b) => a.startsAt - b.startsAt),
    overlaps: overlapsOf(touching),
    swaps: swaps.filter(swap => swap.holds && swap.endsAt > now),
    drafts: touching.filter(({ state, startsAt }) => state === 'draft' && startsAt >= week.startsAt).length,
    shifts: touching,
  }
}

/** Where a moment stands on the week's axis, in parts of a hundred; what lies beyond stands at its edge. */
export const percentAt = ({ startsAt, endsAt }: Week, at: number): number =>
  (100 * (Math.min(Math.max(at, startsAt), endsAt) - startsAt)) / (endsAt - startsAt)
