// Warehouse (仓库管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { StorePage } from '../../features/site/store-page.tsx'

export const Route = createFileRoute('/_map/manageStorage')({
  ...entityRoute('stockItem'),
  component: () => <StorePage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
