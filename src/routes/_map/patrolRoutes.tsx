// Patrol routes (巡更路线).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/patrolRoutes')({
  ...entityRoute('patrolRoute'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
