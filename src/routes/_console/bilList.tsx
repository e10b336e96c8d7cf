// My bills (我的账单).
import { createFileRoute } from '@tanstack/react-router'
import { bill } from '../../domain/billing/bill.ts'
import { myBillView } from '../../features/billing/pay/bill.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/bilList')({
  ...listRoute(bill),
  component: () => <ListPage view={myBillView} />,
})
