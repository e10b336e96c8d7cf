// Devices (设备列表).
import { createFileRoute } from '@tanstack/react-router'
import { DeviceActions } from '../../app/device-actions.tsx'
import { alarmView } from '../../features/alarms/alarm.view.tsx'
import { deviceView } from '../../features/devices/device.view.tsx'
import { WithAction } from '../../features/devices/further-actions.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_console/DeviceList')({
  ...listRoute(async () => (await import('../../domain/device/device.ts')).device),
  component: () => (
    <RelatedViews views={[alarmView, deviceView]}>
      <WithAction of={DeviceActions}>
        <ListPage view={deviceView} />
      </WithAction>
    </RelatedViews>
  ),
})
