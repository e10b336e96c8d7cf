// Reports (报表).
import { createFileRoute } from '@tanstack/react-router'
import { reportWords } from '../../app/report-words.ts'
import { ReportPage } from '../../features/reports/report-page.tsx'

export const Route = createFileRoute('/_console/Report')({
  component: () => <ReportPage search={Route.useSearch()} words={reportWords} />,
})
