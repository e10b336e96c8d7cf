// Lock breaker (锁定).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { SwitchPage } from '../../features/devices/orders/switch-page.tsx'

export const Route = createFileRoute('/_console/lockdie')({
  validateSearch: readOrderSearch,
  component: () => <SwitchPage variant="lock" search={Route.useSearch()} />,
})
