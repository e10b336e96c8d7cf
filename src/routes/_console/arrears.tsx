// Arrears (欠费账龄).
import { createFileRoute } from '@tanstack/react-router'
import { ArrearsPage } from '../../features/fees/arrears-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/arrears')({
  ...listRoute(async () => (await import('../../domain/fees/fee-bill.ts')).feeBill),
  component: () => <ArrearsPage search={Route.useSearch()} />,
})
