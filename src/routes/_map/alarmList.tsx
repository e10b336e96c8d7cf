// Live alarms (实时报警).
import { createFileRoute } from '@tanstack/react-router'
import { AlarmParts } from '../../app/alarm-parts.tsx'
import { AlarmsMap } from '../../features/alarms/alarm-place.tsx'
import { LivePage } from '../../features/alarms/live-page.tsx'
import { readLiveSearch } from '../../features/alarms/live-search.ts'
import { deviceView } from '../../features/devices/device.view.tsx'

import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/alarmList')({
  component: () => {
    const search = readLiveSearch(Route.useSearch())
    return (
      <RelatedViews views={[deviceView]}>
        <LivePage search={search} Response={AlarmParts} aside={<AlarmsMap search={search} />} />
      </RelatedViews>
    )
  },
})
