// Advertisement delivery (广告投放).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { DeliveryPage } from '../../features/adverts/delivery-page.tsx'

export const Route = createFileRoute('/_console/advertisingdistribution')({
  ...entityRoute('advertDelivery'),
  component: () => <DeliveryPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
