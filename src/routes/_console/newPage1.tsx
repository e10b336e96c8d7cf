// Message centre (消息中心).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/newPage1')({
  ...entityRoute('notice'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
