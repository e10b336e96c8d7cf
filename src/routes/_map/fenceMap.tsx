// Fence map (围栏地图).
import { createFileRoute } from '@tanstack/react-router'
import { FenceMapPage } from '../../features/fences/fence-map-page.tsx'
import { readFenceMapSearch } from '../../features/fences/fence-search.ts'
import { useDeviceLayer } from '../../features/tracking/fleet/use-device-layer.ts'

export const Route = createFileRoute('/_map/fenceMap')({
  component: () => (
    <FenceMapPage search={readFenceMapSearch(Route.useSearch())} useDevices={useDeviceLayer} />
  ),
})
