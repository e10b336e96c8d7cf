// Issue a card, and all cards (发卡).
import { createFileRoute } from '@tanstack/react-router'
import { CardPage } from '../../features/doors/card-page.tsx'

export const Route = createFileRoute('/_map/cardAdd')({
  component: () => <CardPage search={Route.useSearch()} />,
})
