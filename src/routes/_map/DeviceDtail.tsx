// Device detail (设备详情).
import { createFileRoute } from '@tanstack/react-router'
import { DeviceActions } from '../../app/device-actions.tsx'
import { RoomPresence } from '../../app/room-presence.tsx'
import { alarmView } from '../../features/alarms/alarm.view.tsx'
import { deviceView } from '../../features/devices/device.view.tsx'
import { DevicePage } from '../../features/devices/device-page.tsx'
import { DevicePlace } from '../../features/devices/device-place.tsx'
import { readDeviceSearch } from '../../features/devices/device-search.ts'
import { WithAction } from '../../features/devices/further-actions.tsx'
import { doorViews } from '../../features/doors/door-views.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/DeviceDtail')({
  validateSearch: readDeviceSearch,
  component: () => (
    <RelatedViews views={[alarmView, deviceView, ...doorViews]}>
      <WithAction of={DeviceActions}>
        <DevicePage search={Route.useSearch()} Badges={RoomPresence} Place={DevicePlace} />
      </WithAction>
    </RelatedViews>
  ),
})
