// Open work (待办工作).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/workItems')({
  ...entityRoute('workItem'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
