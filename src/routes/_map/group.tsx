// Groups on the map (分组).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { deviceGroupView } from '../../features/devices/device-group.view.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { GroupPage } from '../../features/tracking/fleet/group-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/group')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView, deviceGroupView]}>
      <GroupPage search={readFleetSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
