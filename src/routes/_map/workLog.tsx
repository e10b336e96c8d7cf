// Work log (工作日志).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/workLog')({
  ...entityRoute('workLog'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
