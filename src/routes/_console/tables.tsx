// Readings by category (分类数据).
import { createFileRoute } from '@tanstack/react-router'
import { latestReading } from '../../domain/device/latest-reading.ts'
import { LatestByCategory } from '../../features/devices/readings/latest-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/tables')({
  ...listRoute(latestReading),
  component: () => <LatestByCategory />,
})
