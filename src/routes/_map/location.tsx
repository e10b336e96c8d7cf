// Device location (设备定位).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { DevicePlacePage } from '../../features/tracking/fleet/device-place-page.tsx'
import { readPlaceSearch } from '../../features/tracking/fleet/place-search.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/location')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <DevicePlacePage search={readPlaceSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
