// Alarm log (报警), beside the map.
import { createFileRoute } from '@tanstack/react-router'
import { alarm } from '../../domain/alarm/alarm.ts'
import { AlarmPage } from '../../features/alarms/alarm-page.tsx'
import { alarmQuery } from '../../features/alarms/alarm-query.ts'
import { readAlarmSearch } from '../../features/alarms/alarm-search.ts'
import { listRoute, pageOptions } from '../../resource/query.ts'

export const Route = createFileRoute('/_map/AlarmHistorytc')({
  ...listRoute(alarm),
  validateSearch: readAlarmSearch,
  loader: ({ context, deps: { search } }) => {
    if (search.tab === undefined && search.alarm === undefined)
      void context.queryClient.prefetchQuery(pageOptions(alarm, alarmQuery(search)))
  },
  component: () => <AlarmPage search={Route.useSearch()} />,
})
