// Alarm log (报警记录), with the rules and the test windows.
import { createFileRoute } from '@tanstack/react-router'
import { AlarmParts } from '../../app/alarm-parts.tsx'
import { AlarmPage } from '../../features/alarms/alarm-page.tsx'
import { AlarmPlace } from '../../features/alarms/alarm-place.tsx'
import { readAlarmSearch } from '../../features/alarms/alarm-search.ts'

import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/AlarmHistory')({
  ...listRoute(
    async () => (await import('../../domain/alarm/alarm.ts')).alarm,
    async () => (await import('../../features/alarms/alarm-query.ts')).logQuery,
  ),
  component: () => (
    <AlarmPage search={readAlarmSearch(Route.useSearch())} Place={AlarmPlace} Response={AlarmParts} />
  ),
})
