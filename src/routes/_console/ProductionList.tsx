// Production records (生产记录).
import { createFileRoute } from '@tanstack/react-router'
import { productionRecord } from '../../domain/device/production.ts'
import { recordView } from '../../features/devices/life/record.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/ProductionList')({
  ...listRoute(productionRecord),
  component: () => <ListPage view={recordView} />,
})
