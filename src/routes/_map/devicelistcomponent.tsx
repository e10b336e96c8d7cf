// Device panel (设备面板).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { PanelPage } from '../../features/tracking/fleet/panel-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/devicelistcomponent')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <PanelPage search={readFleetSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
