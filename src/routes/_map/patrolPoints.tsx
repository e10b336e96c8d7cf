// Patrol points (巡更点).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/patrolPoints')({
  ...entityRoute('patrolPoint'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
