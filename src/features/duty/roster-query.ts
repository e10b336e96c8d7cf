// What the roster shows: the shifts of a week, the posts that somebody has to stand at, the swaps that wait.
import { queryOptions } from '@tanstack/react-query'
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import type { Span } from '../../domain/duty/coverage.ts'
import { dutyShift } from '../../domain/duty/duty-shift.ts'
import { dutySwap, waitingSwaps } from '../../domain/duty/duty-swap.ts'
import type { RowOf } from '../../domain/entity.ts'
import { post } from '../../domain/people/post.ts'
import { sendRequest } from '../../platform/http.ts'
import { endpointsFor, pageOptions } from '../../resource/query.ts'

export type Shift = RowOf<typeof dutyShift>
export type Post = RowOf<typeof post>
export type Swap = RowOf<typeof dutySwap>

const AT_ONCE = 200
/** A week of forty posts around the clock; nobody reads more on one page. */
const MOST_PAGES = 10

/** All shifts that touch a period, by their beginning. */
export const shiftsOptions = ({ startsAt, endsAt }: Span, only: PageQuery = {}) =>
  queryOptions({
    queryKey: ['entity', dutyShift.key, 'period', startsAt, endsAt, only] as const,
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const rows: Shift[] = []
      for (let page = 1; page <= MOST_PAGES; page++) {
        const { list, total } = await sendRequest(
          endpointsFor(dutyShift).page,
          {
            ...only,
            page,
            size: AT_ONCE,
            sort: 'startsAt',
            startsAtTo: endsAt - 1,
            endsAtFrom: startsAt + 1,
          },
          { signal },
        )
        rows.push(...list)
        if (rows.length >= total || list.length === 0) break
      }
      return rows
    },
    staleTime: 10_000,
    meta: { offline: dutyShift.offline },
  })

export const rosterPosts = pageOptions(post, { page: 1, size: AT_ONCE, onRoster: true, sort: 'createdAt' })

export type NamedPost = Pick<Post, 'id' | 'name' | 'minHeads'>

/** The posts that a person may read, and those that the shifts name: who is on duty is known where the post itself is not. */
export function postsOf(posts: readonly NamedPost[], shifts: readonly Shift[]): NamedPost[] {
  const known = new Map(posts.map(each => [each.id, each]))
  for (const { postId, postName } of shifts)
    if (!known.has(postId)) known.set(postId, { id: postId, name: postName ?? '', minHeads: 0 })
  return [...known.values()]
}

export const openSwaps = pageOptions(dutySwap, { page: 1, size: AT_ONCE, state: [...waitingSwaps] })
