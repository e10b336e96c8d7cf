// Readings by category (分类数据).
import { createFileRoute } from '@tanstack/react-router'
import { LatestByCategory } from '../../features/devices/readings/latest-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/tables')({
  ...listRoute(async () => (await import('../../domain/device/latest-reading.ts')).latestReading),
  component: () => <LatestByCategory />,
})
