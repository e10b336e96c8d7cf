// Public address (公共广播).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { PublicAddressPage } from '../../features/devices/orders/public-address-page.tsx'

export const Route = createFileRoute('/_map/pubMusic')({
  validateSearch: readOrderSearch,
  component: () => <PublicAddressPage search={Route.useSearch()} />,
})
