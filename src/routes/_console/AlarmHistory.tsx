// Alarm log (报警记录).
import { createFileRoute } from '@tanstack/react-router'
import { alarm } from '../../domain/alarm/alarm.ts'
import { AlarmPage } from '../../features/alarms/alarm-page.tsx'
import { alarmQuery } from '../../features/alarms/alarm-query.ts'
import { listRoute, pageOptions } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/AlarmHistory')({
  ...listRoute(alarm),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(pageOptions(alarm, alarmQuery(deps.search)))
  },
  component: () => <AlarmPage />,
})
