// Allocation on the map (分配).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { AllocatePanel } from '../../features/devices/life/allocate-panel.tsx'
import { AllocationMapPage } from '../../features/tracking/fleet/allocation-map-page.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/allocation')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <AllocationMapPage search={readFleetSearch(Route.useSearch())} Panel={AllocatePanel} />
    </RelatedViews>
  ),
})
