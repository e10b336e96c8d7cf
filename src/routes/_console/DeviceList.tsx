// Devices (设备列表).
import { createFileRoute } from '@tanstack/react-router'
import { device } from '../../domain/device/device.ts'
import { deviceView } from '../../features/devices/device.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/DeviceList')({
  ...listRoute(device),
  component: () => <ListPage view={deviceView} />,
})
