// Monitored persons on the map (监管定位).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { LevelBadge, useWorn } from '../../features/supervision/worn.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { MonitoredPage } from '../../features/tracking/fleet/monitored-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/locations_jf')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <MonitoredPage search={readFleetSearch(Route.useSearch())} people={useWorn()} Level={LevelBadge} />
    </RelatedViews>
  ),
})
