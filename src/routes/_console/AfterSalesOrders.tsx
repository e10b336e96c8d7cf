// After-sales orders (售后订单).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/AfterSalesOrders')({
  ...entityRoute('afterSale'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
