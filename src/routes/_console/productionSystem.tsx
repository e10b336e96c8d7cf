// Production system (生产系统).
import { createFileRoute } from '@tanstack/react-router'
import { batchView } from '../../features/devices/life/batch.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/productionSystem')({
  ...listRoute(async () => (await import('../../domain/device/production.ts')).productionBatch),
  component: () => <ListPage view={batchView} />,
})
