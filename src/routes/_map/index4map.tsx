// Site map (工地地图).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { SiteMapPage } from '../../features/tracking/fleet/site-map-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/index4map')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <SiteMapPage search={readFleetSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
