// My bills (我的账单).
import { createFileRoute } from '@tanstack/react-router'
import { myBillView } from '../../features/billing/pay/bill.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/bilList')({
  ...listRoute(async () => (await import('../../domain/billing/bill.ts')).bill),
  component: () => <ListPage view={myBillView} />,
})
