// Stand-ins (审批代理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/standIns')({
  ...entityRoute('standIn'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
