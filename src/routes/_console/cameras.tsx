// Cameras (摄像机).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/cameras')({
  ...entityRoute('camera'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
