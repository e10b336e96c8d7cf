// Property devices (物业设备): the device that a link names, else the devices.
import { createFileRoute } from '@tanstack/react-router'
import { DeviceActions } from '../../app/device-actions.tsx'
import { RoomPresence } from '../../app/room-presence.tsx'
import { alarmView } from '../../features/alarms/alarm.view.tsx'
import { deviceView, propertyDeviceView } from '../../features/devices/device.view.tsx'
import { DevicePage } from '../../features/devices/device-page.tsx'
import { DevicePlace } from '../../features/devices/device-place.tsx'
import { readDeviceSearch } from '../../features/devices/device-search.ts'
import { WithAction } from '../../features/devices/further-actions.tsx'
import { doorViews } from '../../features/doors/door-views.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_console/ProDeviceList')({
  component: () => {
    const search = readDeviceSearch(Route.useSearch())
    return (
      <RelatedViews views={[alarmView, deviceView, ...doorViews]}>
        <WithAction of={DeviceActions}>
          {search.imei === undefined ? (
            <ListPage view={propertyDeviceView} />
          ) : (
            <DevicePage search={search} Badges={RoomPresence} Place={DevicePlace} />
          )}
        </WithAction>
      </RelatedViews>
    )
  },
})
