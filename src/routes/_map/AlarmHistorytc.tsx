// Alarm log (报警), beside the map.
import { createFileRoute } from '@tanstack/react-router'
import { alarm } from '../../domain/alarm/alarm.ts'
import { AlarmPage } from '../../features/alarms/alarm-page.tsx'
import { alarmQuery } from '../../features/alarms/alarm-query.ts'
import { listRoute, pageOptions } from '../../resource/query.ts'

export const Route = createFileRoute('/_map/AlarmHistorytc')({
  ...listRoute(alarm),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(pageOptions(alarm, alarmQuery(deps.search)))
  },
  component: () => <AlarmPage />,
})
