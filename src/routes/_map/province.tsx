// Regions (区域).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { RegionPage } from '../../features/tracking/regions/region-page.tsx'
import { readRegionSearch } from '../../features/tracking/regions/region-search.ts'

export const Route = createFileRoute('/_map/province')({
  ...fleetRoute(),
  component: () => <RegionPage search={readRegionSearch(Route.useSearch())} />,
})
