// Orders (订单管理): the order that the address names, else the list.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { OrderPage } from '../../features/mall-orders/order-page.tsx'
import { shownOrder } from '../../features/mall-orders/order-search.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/orderManagement')({
  ...entityRoute('mallOrder'),
  component: () => {
    const view = Route.useLoaderData()
    const id = shownOrder(Route.useSearch())
    return id === undefined ? <ListPage view={view} /> : <OrderPage id={id} />
  },
})
