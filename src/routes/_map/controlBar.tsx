// Control bar (控制台).
import { createFileRoute } from '@tanstack/react-router'
import { fleetRoute } from '../../app/map-route.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { ControlBarPage } from '../../features/tracking/fleet/control-bar-page.tsx'
import { readFleetSearch } from '../../features/tracking/fleet/fleet-search.ts'
import { useSitePlanLayers } from '../../resource/map/site-plans.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/controlBar')({
  ...fleetRoute(),
  component: () => (
    <RelatedViews views={[deviceView]}>
      <ControlBarPage search={readFleetSearch(Route.useSearch())} plans={useSitePlanLayers()} />
    </RelatedViews>
  ),
})
