// Goods listing (产品类目).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListingPage } from '../../features/mall/listing-page.tsx'

export const Route = createFileRoute('/_console/productCategory')({
  ...entityRoute('mallProduct'),
  component: () => <ListingPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
