// Device groups (设备分组).
import { createFileRoute } from '@tanstack/react-router'
import { deviceGroupView } from '../../features/devices/device-group.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/ProductGrouping')({
  ...listRoute(async () => (await import('../../domain/device/catalogue.ts')).deviceGroup),
  component: () => <ListPage view={deviceGroupView} />,
})
