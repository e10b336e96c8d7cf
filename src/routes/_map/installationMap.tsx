// Installation map (安装地图).
import { createFileRoute } from '@tanstack/react-router'
import { deviceView } from '../../features/devices/device.view.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { InstallationPage } from '../../features/tracking/fleet/installation-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/installationMap')({
  component: () => (
    <RelatedViews views={[deviceView]}>
      <InstallationPage search={readFleetSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
