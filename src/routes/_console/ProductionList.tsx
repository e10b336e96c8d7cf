// Production records (生产记录).
import { createFileRoute } from '@tanstack/react-router'
import { recordView } from '../../features/devices/life/record.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/ProductionList')({
  ...listRoute(async () => (await import('../../domain/device/production.ts')).productionRecord),
  component: () => <ListPage view={recordView} />,
})
