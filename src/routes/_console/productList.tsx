// Products (产品列表).
import { createFileRoute } from '@tanstack/react-router'
import { productView } from '../../features/devices/product.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/productList')({
  ...listRoute(async () => (await import('../../domain/device/catalogue.ts')).product),
  component: () => <ListPage view={productView} />,
})
