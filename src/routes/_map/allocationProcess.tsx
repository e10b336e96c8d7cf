// Allocation progress (分配进度).
import { createFileRoute } from '@tanstack/react-router'
import { allocation } from '../../domain/device/allocation.ts'
import { allocationView } from '../../features/devices/life/allocation.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_map/allocationProcess')({
  ...listRoute(allocation),
  component: () => <ListPage view={allocationView} />,
})
