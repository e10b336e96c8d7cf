// Patrol rounds (巡更记录).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/rounds')({
  ...entityRoute('patrolRound'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
