// Latest readings (实时数据).
import { createFileRoute } from '@tanstack/react-router'
import { LatestPage } from '../../features/devices/readings/latest-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/table')({
  ...listRoute(async () => (await import('../../domain/device/latest-reading.ts')).latestReading),
  component: () => <LatestPage />,
})
