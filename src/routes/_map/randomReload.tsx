// Random check (随机抽查).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { RandomCheckPage } from '../../features/devices/orders/random-check-page.tsx'

export const Route = createFileRoute('/_map/randomReload')({
  validateSearch: readOrderSearch,
  component: () => <RandomCheckPage search={Route.useSearch()} />,
})
