// Cloud storage (云存储).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/CloudStorage')({
  ...entityRoute('storedFile'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
