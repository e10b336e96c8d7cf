// Live alarms (实时报警).
import { createFileRoute } from '@tanstack/react-router'
import { AlarmsMap } from '../../features/alarms/alarm-place.tsx'
import { LivePage } from '../../features/alarms/live-page.tsx'
import { readLiveSearch } from '../../features/alarms/live-search.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { AlarmResponse } from '../../features/response/alarm-response.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/alarmList')({
  component: () => {
    const search = readLiveSearch(Route.useSearch())
    return (
      <RelatedViews views={[deviceView]}>
        <LivePage search={search} Response={AlarmResponse} aside={<AlarmsMap search={search} />} />
      </RelatedViews>
    )
  },
})
