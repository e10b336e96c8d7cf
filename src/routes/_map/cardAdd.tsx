// Issue a card, and all cards (发卡).
import { createFileRoute } from '@tanstack/react-router'
import { watchCardOrder } from '../../app/card-orders.ts'
import { CardPage } from '../../features/doors/card-page.tsx'

export const Route = createFileRoute('/_map/cardAdd')({
  component: () => <CardPage search={Route.useSearch()} onWatch={watchCardOrder} />,
})
