// Fleet map (全部定位).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { FleetPage } from '../../features/tracking/fleet/fleet-page.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/locations')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <FleetPage search={readFleetSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
