// Data model (数据模型).
import { createFileRoute } from '@tanstack/react-router'
import { modelView } from '../../features/devices/readings/model.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_map/dataModel')({
  ...listRoute(async () => (await import('../../domain/device/product-reading.ts')).productReading),
  component: () => <ListPage view={modelView} />,
})
