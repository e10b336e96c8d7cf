// Monitoring playback (监控回放).
import { createFileRoute } from '@tanstack/react-router'
import { typeWords } from '../../features/alarms/alarm-words.ts'
import { MonitorPage } from '../../features/recordings/monitor-page.tsx'
import { readMonitorSearch } from '../../features/recordings/monitor-search.ts'

export const Route = createFileRoute('/_map/monitoringVideo')({
  component: () => <MonitorPage search={readMonitorSearch(Route.useSearch())} alarmWords={typeWords} />,
})
