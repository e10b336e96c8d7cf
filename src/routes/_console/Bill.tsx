// Bills (账单管理).
import { createFileRoute } from '@tanstack/react-router'
import { billView } from '../../features/billing/pay/bill.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/Bill')({
  ...listRoute(async () => (await import('../../domain/billing/bill.ts')).bill),
  component: () => <ListPage view={billView} />,
})
