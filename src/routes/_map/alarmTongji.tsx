// Alarm statistics (报警统计).
import { createFileRoute } from '@tanstack/react-router'
import { FiguresPage } from '../../features/alarms/figures-page.tsx'
import { statistics } from '../../features/alarms/statistics.tsx'
import { readStatisticsSearch } from '../../features/alarms/statistics-search.ts'

export const Route = createFileRoute('/_map/alarmTongji')({
  component: () => <FiguresPage figures={statistics} search={readStatisticsSearch(Route.useSearch())} />,
})
