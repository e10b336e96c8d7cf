// Goods specifications (商品规格).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/ProductSpecifications')({
  ...entityRoute('mallSpec'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
