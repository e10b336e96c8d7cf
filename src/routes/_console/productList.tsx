// Products (产品列表).
import { createFileRoute } from '@tanstack/react-router'
import { product } from '../../domain/device/catalogue.ts'
import { productView } from '../../features/devices/product.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/productList')({
  ...listRoute(product),
  component: () => <ListPage view={productView} />,
})
