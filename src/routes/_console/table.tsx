// Latest readings (实时数据).
import { createFileRoute } from '@tanstack/react-router'
import { latestReading } from '../../domain/device/latest-reading.ts'
import { LatestPage } from '../../features/devices/readings/latest-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/table')({
  ...listRoute(latestReading),
  component: () => <LatestPage />,
})
