// Puts alarms that are new or have changed into the cached lists.
import type { QueryClient } from '@tanstack/react-query'
import type { Page, PageQuery } from '../contract/entity-endpoints.ts'
import { alarm } from '../domain/alarm/alarm.ts'
import { burningFirst, gravestFirst, newestFirst } from '../domain/alarm/alarm-order.ts'
import type { RowOf } from '../domain/entity.ts'
import { newcomers } from '../features/alarms/newcomers.ts'
import { askedBy, patchRows } from '../resource/query.ts'
import { matchesQuery } from './live-match.ts'

export type AlarmRow = RowOf<typeof alarm>

const PAGES = ['entity', alarm.key, 'page'] as const

/** Takes alarms as they arrive, the last word about each of them. */
export function receiveAlarms(client: QueryClient, rows: readonly AlarmRow[]): void {
  const newest = new Map<number, AlarmRow>()
  for (const row of rows) {
    if ((newest.get(row.id)?.version ?? 0) <= row.version) newest.set(row.id, row)
  }
  const known = cachedVersions(client)
  const fresh = [...newest.values()].filter(row => (known.get(row.id) ?? 0) <= row.version)
  patchRows(client, alarm, fresh)
  // An alarm with an older version in some list is a change, not a newcomer, whatever the other lists know.
  const first = fresh.filter(row => row.version === 1 && !known.has(row.id))
  if (first.length > 0) insert(client, first)
}

function cachedVersions(client: QueryClient): Map<number, number> {
  const versions = new Map<number, number>()
  for (const [, page] of client.getQueriesData<Page<AlarmRow>>({ queryKey: PAGES })) {
    for (const row of page?.list ?? []) {
      versions.set(row.id, Math.max(row.version, versions.get(row.id) ?? 0))
    }
  }
  return versions
}

function insert(client: QueryClient, rows: readonly AlarmRow[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey: PAGES })) {
    const page = client.getQueryData<Page<AlarmRow>>(query.queryKey)
    const asked = askedBy(query.queryKey)
    if (!page || !asked) continue
    const mine = rows.filter(row => matchesQuery(alarm, asked, row))
    if (mine.length === 0) continue
    const shown = mine.filter(row => comesInAtOnce(asked, page, row))
    const { dataUpdatedAt } = query.state
    newcomers.add(query.queryHash, dataUpdatedAt, mine.length - shown.length)
    client.setQueryData(query.queryKey, grown(page, asked, mine, shown), { updatedAt: dataUpdatedAt })
  }
}

/** True for a list that somebody works off: its rows stay while they are pressed, except for what is critical. */
export const isWorkedOff = (asked: PageQuery | undefined): boolean =>
  asked?.counts === true && asked.size !== 1

function comesInAtOnce(asked: PageQuery, page: Page<AlarmRow>, row: AlarmRow): boolean {
  const first = (asked.page ?? 1) === 1 && orders[asked.sort ?? alarm.defaultSort] !== undefined
  return first && (row.severity === 'critical' || !isWorkedOff(asked) || page.list.length === 0)
}

/** The server's orders that the browser can keep by itself. */
const orders: Record<string, typeof newestFirst | undefined> = {
  '-raisedAt': newestFirst,
  '-severity': gravestFirst,
  '-urgency': burningFirst,
}

function grown(
  page: Page<AlarmRow>,
  asked: PageQuery,
  rows: readonly AlarmRow[],
  shown: readonly AlarmRow[],
): Page<AlarmRow> {
  const counts = page.counts && { ...page.counts }
  if (counts) for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  const order = orders[asked.sort ?? alarm.defaultSort]
  const list =
    shown.length > 0 && order ? [...shown, ...page.list].sort(order).slice(0, asked.size) : page.list
  return { list, total: page.total + rows.length, ...(counts && { counts }) }
}
