// Shift report (值班报告).
import { createFileRoute } from '@tanstack/react-router'
import { ShiftReportPage } from '../../features/duty/shift-report-page.tsx'
import { readReportSearch } from '../../features/duty/shift-report-query.ts'

export const Route = createFileRoute('/_map/shiftReport')({
  component: () => <ShiftReportPage search={readReportSearch(Route.useSearch())} />,
})
