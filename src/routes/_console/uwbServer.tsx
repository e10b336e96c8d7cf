// UWB servers (UWB服务器).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/uwbServer')({
  ...entityRoute('uwbServer'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
