// People by post or by trade, with how many are here and how many are needed.
import type { PresencePost, PresentPerson } from './people-query.ts'

export interface PresenceGroup {
  key: string
  /** Null: people without a post or a trade. */
  name: string | null
  area: string | null
  people: readonly PresentPerson[]
  here: number
  unknown: number
  /** 0 where no number is said. */
  needed: number
}

/** The states that a figure stands for. */
export type Figure = 'here' | 'gone' | 'unknown' | 'leave'

export const figures = ['here', 'gone', 'unknown', 'leave'] as const

/** Whoever is on leave and not seen is not unknown. */
export const figureOf = ({ state, leave }: PresentPerson): Figure =>
  state !== 'here' && leave !== null ? 'leave' : state

export function groupBy(
  by: 'post' | 'trade',
  people: readonly PresentPerson[],
  posts: readonly PresencePost[],
): PresenceGroup[] {
  const of = (key: string, name: string | null, members: readonly PresentPerson[], post?: PresencePost) => ({
    key,
    name,
    area: post?.area ?? null,
    people: members,
    here: members.filter(each => figureOf(each) === 'here').length,
    unknown: members.filter(each => figureOf(each) === 'unknown').length,
    needed: post?.minHeads ?? 0,
  })
  if (by === 'trade') {
    const trades = [...new Set(people.map(({ trade }) => trade || null))].sort((a, b) =>
      (a ?? '').localeCompare(b ?? ''),
    )
    return trades.map(trade =>
      of(
        trade ?? '',
        trade,
        people.filter(each => (each.trade || null) === trade),
      ),
    )
  }
  const without = people.filter(({ postId }) => !posts.some(({ id }) => id === postId))
  return [
    ...posts.map(post =>
      of(
        String(post.id),
        post.name,
        people.filter(({ postId }) => postId === post.id),
        post,
      ),
    ),
    ...(without.length > 0 ? [of('', null, without)] : []),
  ].filter(({ people: members, needed }) => members.length > 0 || needed > 0)
}
