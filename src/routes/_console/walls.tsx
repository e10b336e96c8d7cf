// Walls (大屏管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/walls')({
  ...entityRoute('wall'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
