// Goods reviews (商品评价).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/ProductReviews')({
  ...entityRoute('mallReview'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
