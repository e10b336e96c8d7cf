// Restart (重启设备).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { RestartPage } from '../../features/devices/orders/restart-page.tsx'

export const Route = createFileRoute('/_map/deviceReload')({
  validateSearch: readOrderSearch,
  component: () => <RestartPage search={Route.useSearch()} />,
})
