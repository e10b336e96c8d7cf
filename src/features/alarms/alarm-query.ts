// Which alarms the list shows: open ones unless the address says otherwise.
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { type ListSearch, queryOf } from '../../resource/search.ts'
import { readAlarmSearch } from './alarm-search.ts'

/** The ways to look at the list. Open are those that nobody has handled, whoever has them. */
export type Segment = 'open' | 'mine' | 'assigned' | 'handled' | 'all'

const OPEN = ['open', 'taken']

/** The part of the address that a segment sets. */
export function searchOf(segment: Segment, me: number): ListSearch {
  const none = { status: undefined, takenById: undefined, assignedToId: undefined }
  switch (segment) {
    case 'mine':
      return { ...none, status: 'taken', takenById: me }
    case 'assigned':
      return { ...none, assignedToId: me }
    case 'handled':
      return { ...none, status: 'handled' }
    case 'all':
      return { ...none, status: 'open,taken,handled' }
    default:
      return none
  }
}

/** The segment an address stands for. */
export function segmentOf({ status, takenById, assignedToId }: ListSearch): Segment {
  if (takenById !== undefined) return 'mine'
  if (assignedToId !== undefined) return 'assigned'
  if (status === 'handled') return 'handled'
  return status === 'open,taken,handled' ? 'all' : 'open'
}

/** Alarms of test windows notify nobody: the list shows them only to who filters for them, or looks at everything. */
const withoutTests = (search: ListSearch): ListSearch =>
  search.onTest === undefined && segmentOf(search) !== 'all' ? { ...search, onTest: false } : search

/** The query of the page that an address asks for. What is still to be done comes by urgency (an SOS first), history by time. */
export function alarmQuery(search: ListSearch): PageQuery {
  const segment = segmentOf(search)
  const history = segment === 'handled' || segment === 'all'
  const sort = search.sort ?? (history ? alarm.defaultSort : '-severity')
  return queryOf(alarm, withoutTests({ ...search, sort, status: search.status ?? OPEN.join(',') }))
}

/** The query of the log that an address shows; none where it shows something else. */
export function logQuery(raw: Readonly<Record<string, unknown>>): PageQuery | undefined {
  const search = readAlarmSearch(raw)
  return search.tab === undefined && search.alarm === undefined ? alarmQuery(search) : undefined
}

interface CountQueries {
  all: PageQuery
  mine: PageQuery
  assigned: PageQuery
}

/** Counts of the segments under the same filters: how many of each status, the person's own, those meant for them. */
export function countQueries(search: ListSearch, me: number): CountQueries {
  const { page: _, size: __, sort: ___, open: ____, form: _____, ...filters } = search
  const count = (segment: Segment) =>
    queryOf(alarm, withoutTests({ ...filters, ...searchOf(segment, me), size: 1 }))
  return {
    all: count('open'),
    mine: count('mine'),
    assigned: { ...count('assigned'), status: [...OPEN] },
  }
}
