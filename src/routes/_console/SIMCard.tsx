// SIM cards (SIM卡管理).
import { createFileRoute } from '@tanstack/react-router'
import { billView } from '../../features/billing/pay/bill.view.tsx'
import { simCardView } from '../../features/billing/sim-cards/sim-card.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_console/SIMCard')({
  ...listRoute(async () => (await import('../../domain/billing/sim-card.ts')).simCard),
  component: () => (
    <RelatedViews views={[billView]}>
      <ListPage view={simCardView} />
    </RelatedViews>
  ),
})
