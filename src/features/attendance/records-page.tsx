// Attendance records: by day (today unless told), the month, corrections, punches; told apart by the address.
import { useMemo } from 'react'
import { serverNow } from '../../platform/server-clock.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { dayText } from '../../ui/calendar.ts'
import { Forbidden } from '../../ui/states.tsx'
import { type RecordTab, recordTabs } from './attendance-tabs.tsx'
import { MonthPage } from './month-page.tsx'
import { readMonthSearch } from './month-search.ts'
import { attendanceDayView, correctionView, punchView } from './records.view.tsx'

const views = { day: attendanceDayView, corrections: correctionView, punches: punchView } as const
const kept = {
  day: { view: 'day' },
  corrections: { view: 'corrections' },
  punches: { view: 'punches' },
} as const satisfies Record<Exclude<RecordTab, 'month'>, { view: RecordTab }>

export function RecordsPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const may = useRights()
  const tab = recordTabs.find(each => each === search.view) ?? 'day'
  const today = dayText(serverNow())
  const anyDay = search.dayFrom !== undefined || search.dayTo !== undefined || search.workerId !== undefined
  // The day is today's until somebody asks for others (console specification, section 5).
  const days = useMemo(
    () => (anyDay ? attendanceDayView : { ...attendanceDayView, within: { dayFrom: today, dayTo: today } }),
    [anyDay, today],
  )
  if (!may('attendance.read')) return <Forbidden />
  if (tab === 'month') return <MonthPage search={readMonthSearch(search)} />
  return <ListPage key={tab} view={tab === 'day' ? days : views[tab]} kept={kept[tab]} />
}
