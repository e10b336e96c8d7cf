// Data model (数据模型).
import { createFileRoute } from '@tanstack/react-router'
import { productReading } from '../../domain/device/product-reading.ts'
import { modelView } from '../../features/devices/readings/model.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_map/dataModel')({
  ...listRoute(productReading),
  component: () => <ListPage view={modelView} />,
})
