// Geofences (围栏列表).
import { createFileRoute } from '@tanstack/react-router'
import { FenceListPage } from '../../features/fences/fence-list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/fenceList')({
  ...listRoute(async () => (await import('../../domain/fence/fence.ts')).fence),
  component: () => <FenceListPage search={Route.useSearch()} />,
})
