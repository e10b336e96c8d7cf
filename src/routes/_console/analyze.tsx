// Analysis (数据分析).
import { createFileRoute } from '@tanstack/react-router'
import { AnalysisPage } from '../../features/alarms/analysis-page.tsx'
import { readAnalysisSearch } from '../../features/alarms/analysis-search.ts'

export const Route = createFileRoute('/_console/analyze')({
  component: () => <AnalysisPage search={readAnalysisSearch(Route.useSearch())} />,
})
