// The alarms of readings in a period, as a list and as marks on the axis of the chart.

import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { alarm } from '../../../domain/alarm/alarm.ts'
import type { ReadingKind } from '../../../domain/device/readings.ts'
import { alarmTypesOf } from '../../../domain/device/readings.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { wordText } from '../../../resource/cells.tsx'
import { pageOptions } from '../../../resource/query.ts'
import { useRelatedView } from '../../../resource/related-views.tsx'
import { useRights } from '../../../resource/surroundings.ts'
import { calendarMoment } from '../../../ui/calendar.ts'
import type { TimeMark } from '../../../ui/chart/time-chart-model.ts'
import type { Period } from '../../../ui/period.ts'

/** Marked at most; the alarm list has all. */
const MOST = 200

/** The alarms that these readings raised, newest first. */
export function alarmsOptions(imei: string, kinds: readonly ReadingKind[], { from, to }: Period) {
  const type = [...new Set(kinds.flatMap(kind => alarmTypesOf(kind)))].sort()
  return {
    ...pageOptions(alarm, {
      page: 1,
      size: MOST,
      sort: '-raisedAt',
      imei,
      type,
      raisedAtFrom: Math.floor(from / MINUTE_MS) * MINUTE_MS,
      raisedAtTo: Math.ceil(to / MINUTE_MS) * MINUTE_MS,
    }),
    enabled: type.length > 0,
    staleTime: MINUTE_MS / 2,
  }
}

/** Where an alarm's own page is. */
export function useAlarmPath(): (row: { id: number; version: number }) => string | undefined {
  const view = useRelatedView('alarm')
  return useCallback(
    row => {
      const path = view?.fullPage?.(row)
      return path && `#${path}`
    },
    [view],
  )
}

export function useAlarmMarks(imei: string, kinds: readonly ReadingKind[], period: Period): TimeMark[] {
  const { i18n } = useLingui()
  const may = useRights()('alarm.read')
  const view = useRelatedView('alarm')
  const pathOf = useAlarmPath()
  const options = alarmsOptions(imei, kinds, period)
  const { data } = useQuery({ ...options, enabled: options.enabled && may })
  return useMemo(
    () =>
      (data?.list ?? []).map(row => {
        const name = view ? wordText(view, 'type', row.type, i18n) : row.type
        const href = pathOf(row)
        return {
          id: String(row.id),
          at: row.raisedAt,
          tone: row.severity,
          label: `${name} · ${calendarMoment(row.raisedAt)}`,
          ...(href && { href }),
        }
      }),
    [data, view, i18n, pathOf],
  )
}
