// Commodities (商品).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { OnSalePage } from '../../features/mall/on-sale-page.tsx'

export const Route = createFileRoute('/_console/Commodity')({
  ...entityRoute('mallProduct'),
  component: () => <OnSalePage view={Route.useLoaderData()} />,
})
