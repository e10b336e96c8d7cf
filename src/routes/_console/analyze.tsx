// Analysis (数据分析).
import { createFileRoute } from '@tanstack/react-router'
import { analysis } from '../../features/alarms/analysis.tsx'
import { readAnalysisSearch } from '../../features/alarms/analysis-search.ts'
import { FiguresPage } from '../../features/alarms/figures-page.tsx'

export const Route = createFileRoute('/_console/analyze')({
  component: () => <FiguresPage figures={analysis} search={readAnalysisSearch(Route.useSearch())} />,
})
