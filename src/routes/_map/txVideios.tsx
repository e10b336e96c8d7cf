// Video calls (视频通话).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { CallingPanel } from '../../features/conference/calling-panel.tsx'
import { deviceView } from '../../features/devices/device.view.tsx'
import { CallingMapPage } from '../../features/tracking/fleet/calling-map-page.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/txVideios')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <CallingMapPage search={readFleetSearch(Route.useSearch())} Panel={CallingPanel} />
    </RelatedViews>
  ),
})
