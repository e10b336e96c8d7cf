// Leave types (请假类型).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/leaveTypes')({
  ...entityRoute('leaveType'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
