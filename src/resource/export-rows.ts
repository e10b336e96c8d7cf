// Starts an export as a download task: the columns as shown, in the words of the person.

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import { sendRequest } from '../platform/http.ts'
import { serverNow } from '../platform/server-clock.ts'
import { showToast } from '../platform/toast.ts'
import { dayCalendar, dayText, ownZone } from '../ui/calendar.ts'
import type { ColumnLayout } from '../ui/data-table/columns.ts'
import { lookOf, wordText } from './cells.tsx'
import { type ExportDates, exportDates } from './export-dates.ts'
import { endpointsFor } from './query.ts'
import { showFailure } from './run-command.ts'
import type { View } from './view.ts'

export interface ExportOrder {
  view: View
  format: 'csv' | 'xlsx'
  layout: ColumnLayout
  /** Only these rows; else all that the query finds. */
  ids?: number[]
  query: PageQuery
}

/** Says which dates it has where the person left them open. */
function periodWords({ from, to }: ExportDates): MessageDescriptor {
  const [first, last] = [dayText(from), dayText(to)]
  return msg`The export of ${first} to ${last} has started; for other dates set the filter. The file will wait under Download tasks.`
}

/** Asks for the file and tells where it will wait. */
export async function exportRows(
  { view, format, layout, ids, query }: ExportOrder,
  i18n: I18n,
): Promise<void> {
  const { page: _page, size: _size, counts: _counts, ...selection } = query
  const hidden = new Set(layout.hidden)
  const place = new Map(layout.order.map((id, at) => [id, at]))
  const columns = view.columns
    .filter(column => !hidden.has(column.of) && lookOf(view, column) !== 'img')
    .toSorted((a, b) => (place.get(a.of) ?? layout.order.length) - (place.get(b.of) ?? layout.order.length))
    .map(column => ({ of: column.of, label: i18n._(column.label) }))
  const words: Record<string, Record<string, string>> = {}
  for (const { of } of columns) {
    const table = view.words[of]
    if (!table) continue
    words[of] = Object.fromEntries(Object.keys(table).map(word => [word, wordText(view, of, word, i18n)]))
  }
  const zone = ownZone()
  const dates = ids
    ? undefined
    : exportDates(view.entity, selection, { now: serverNow(), zone: dayCalendar().zone() })
  try {
    await sendRequest(endpointsFor(view.entity).export, {
      format,
      columns,
      words,
      ...(i18n.locale !== 'cn' && { english: true }),
      ...(ids ? { ids } : { query: { ...selection, ...dates?.query } }),
      zone,
    })
    showToast({
      kind: 'ok',
      message: dates
        ? periodWords(dates)
        : msg`The export has started. The file will wait under Download tasks.`,
      link: { label: msg`Download tasks`, to: '/DownloadTask' },
    })
  } catch (error) {
    showFailure(error)
  }
}
