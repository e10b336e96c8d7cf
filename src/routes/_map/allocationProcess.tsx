// Allocation progress (分配进度).
import { createFileRoute } from '@tanstack/react-router'
import { allocationView } from '../../features/devices/life/allocation.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_map/allocationProcess')({
  ...listRoute(async () => (await import('../../domain/device/allocation.ts')).allocation),
  component: () => <ListPage view={allocationView} />,
})
