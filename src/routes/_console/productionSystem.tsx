// Production system (生产系统).
import { createFileRoute } from '@tanstack/react-router'
import { productionBatch } from '../../domain/device/production.ts'
import { batchView } from '../../features/devices/life/batch.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/productionSystem')({
  ...listRoute(productionBatch),
  component: () => <ListPage view={batchView} />,
})
