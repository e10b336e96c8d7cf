// Which alarms the list shows: open ones unless the address says otherwise.
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { type ListSearch, queryOf } from '../../resource/search.ts'

/** The four ways to look at the list. Open are those that nobody has handled, whoever has them. */
export type Segment = 'open' | 'mine' | 'handled' | 'all'

const OPEN = ['open', 'taken']

/** The part of the address that a segment sets. */
export function searchOf(segment: Segment, me: number): ListSearch {
  switch (segment) {
    case 'mine':
      return { status: 'taken', takenById: me }
    case 'handled':
      return { status: 'handled', takenById: undefined }
    case 'all':
      return { status: 'open,taken,handled', takenById: undefined }
    default:
      return { status: undefined, takenById: undefined }
  }
}

/** The segment an address stands for. */
export function segmentOf({ status, takenById }: ListSearch): Segment {
  if (takenById !== undefined) return 'mine'
  if (status === 'handled') return 'handled'
  return status === 'open,taken,handled' ? 'all' : 'open'
}

/** The query of the page that an address asks for. What is still to be done comes by urgency, history by time. */
export function alarmQuery(search: ListSearch): PageQuery {
  const segment = segmentOf(search)
  const sort = search.sort ?? (segment === 'open' || segment === 'mine' ? '-severity' : alarm.defaultSort)
  return queryOf(alarm, { ...search, sort, status: search.status ?? OPEN.join(',') })
}

/** Counts of the segments under the same filters: how many of each status, and how many are the person's own. */
export function countQueries(search: ListSearch, me: number): { all: PageQuery; mine: PageQuery } {
  const {
    page: _,
    size: __,
    sort: ___,
    open: ____,
    form: _____,
    status: ______,
    takenById: _______,
    ...rest
  } = search
  return {
    all: queryOf(alarm, { ...rest, size: 1 }),
    mine: queryOf(alarm, { ...rest, status: 'taken', takenById: me, size: 1 }),
  }
}

/** SOS that nobody has taken: they stay on top however many alarms come after them. */
export const pinnedQuery: PageQuery = queryOf(alarm, { type: 'sos', status: 'open', size: 20 })
