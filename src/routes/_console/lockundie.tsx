// Unlock breaker (解锁).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { SwitchPage } from '../../features/devices/orders/switch-page.tsx'

export const Route = createFileRoute('/_console/lockundie')({
  validateSearch: readOrderSearch,
  component: () => <SwitchPage variant="unlock" search={Route.useSearch()} />,
})
