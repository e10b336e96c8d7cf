// Production records (生产记录).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/ProductionList')({
  ...entityRoute('productionRecord'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
