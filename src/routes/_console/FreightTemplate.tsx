// Freight templates (运费模板).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/FreightTemplate')({
  ...entityRoute('freightTemplate'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
