// SIM cards (SIM卡管理).
import { createFileRoute } from '@tanstack/react-router'
import { simCard } from '../../domain/billing/sim-card.ts'
import { simCardView } from '../../features/billing/cards/sim-card.view.tsx'
import { billView } from '../../features/billing/pay/bill.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_console/SIMCard')({
  ...listRoute(simCard),
  component: () => (
    <RelatedViews views={[billView]}>
      <ListPage view={simCardView} />
    </RelatedViews>
  ),
})
