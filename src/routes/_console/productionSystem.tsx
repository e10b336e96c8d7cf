// Production system (生产系统).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/productionSystem')({
  ...entityRoute('productionBatch'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
