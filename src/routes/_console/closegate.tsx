// Close breaker (合闸).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { SwitchPage } from '../../features/devices/orders/switch-page.tsx'

export const Route = createFileRoute('/_console/closegate')({
  validateSearch: readOrderSearch,
  component: () => <SwitchPage variant="close" search={Route.useSearch()} />,
})
