// Bills (账单管理).
import { createFileRoute } from '@tanstack/react-router'
import { bill } from '../../domain/billing/bill.ts'
import { billView } from '../../features/billing/pay/bill.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/Bill')({
  ...listRoute(bill),
  component: () => <ListPage view={billView} />,
})
