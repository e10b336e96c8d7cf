// Distribute (下发).
import { createFileRoute } from '@tanstack/react-router'
import { DistributePage } from '../../features/devices/orders/distribute-page.tsx'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'

export const Route = createFileRoute('/_map/distribute')({
  validateSearch: readOrderSearch,
  component: () => <DistributePage search={Route.useSearch()} />,
})
