// Installation map (安装地图).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { InstallationPage } from '../../features/tracking/fleet/installation-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/installationMap')({
  ...fleetRoute('installed'),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <InstallationPage search={readFleetSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
