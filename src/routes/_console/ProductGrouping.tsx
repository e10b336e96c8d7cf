// Device groups (设备分组).
import { createFileRoute } from '@tanstack/react-router'
import { deviceGroup } from '../../domain/device/catalogue.ts'
import { deviceGroupView } from '../../features/devices/device-group.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/ProductGrouping')({
  ...listRoute(deviceGroup),
  component: () => <ListPage view={deviceGroupView} />,
})
