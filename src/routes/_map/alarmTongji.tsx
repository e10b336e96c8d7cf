// Alarm statistics (报警统计).
import { createFileRoute } from '@tanstack/react-router'
import { StatisticsPage } from '../../features/alarms/statistics-page.tsx'
import { readStatisticsSearch } from '../../features/alarms/statistics-search.ts'

export const Route = createFileRoute('/_map/alarmTongji')({
  component: () => <StatisticsPage search={readStatisticsSearch(Route.useSearch())} />,
})
