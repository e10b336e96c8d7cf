// Goods (商品管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { GoodsPage } from '../../features/mall/goods-page.tsx'

export const Route = createFileRoute('/_console/productManage')({
  ...entityRoute('mallProduct'),
  component: () => <GoodsPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
