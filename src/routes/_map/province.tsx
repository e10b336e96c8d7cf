// Regions (区域).
import { createFileRoute } from '@tanstack/react-router'
import { RegionPage } from '../../features/tracking/regions/region-page.tsx'
import { readRegionSearch } from '../../features/tracking/regions/region-search.ts'

export const Route = createFileRoute('/_map/province')({
  component: () => <RegionPage search={readRegionSearch(Route.useSearch())} />,
})
