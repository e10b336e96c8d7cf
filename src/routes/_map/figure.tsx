// Charts (图表).
import { createFileRoute } from '@tanstack/react-router'
import { FigurePage } from '../../features/devices/readings/figure-page.tsx'
import { readFigureSearch } from '../../features/devices/readings/figure-search.ts'

export const Route = createFileRoute('/_map/figure')({
  component: () => <FigurePage search={readFigureSearch(Route.useSearch())} />,
})
