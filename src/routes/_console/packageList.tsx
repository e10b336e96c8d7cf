// Buy a package (套餐购买).
import { createFileRoute } from '@tanstack/react-router'
import { ShopPage } from '../../features/billing/sim-cards/shop-page.tsx'

export const Route = createFileRoute('/_console/packageList')({
  component: () => <ShopPage search={Route.useSearch()} />,
})
