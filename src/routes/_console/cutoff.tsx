// Cut off power (断电).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { SwitchPage } from '../../features/devices/orders/switch-page.tsx'

export const Route = createFileRoute('/_console/cutoff')({
  validateSearch: readOrderSearch,
  component: () => <SwitchPage variant="cutoff" search={Route.useSearch()} />,
})
