// Live alarms (实时报警).
import { createFileRoute } from '@tanstack/react-router'
import { LivePage } from '../../features/alarms/live-page.tsx'
import { readLiveSearch } from '../../features/alarms/live-search.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/alarmList')({
  component: () => (
    <RelatedViews views={[deviceView]}>
      <LivePage search={readLiveSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
