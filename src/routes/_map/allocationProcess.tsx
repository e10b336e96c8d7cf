// Allocation progress (分配进度).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/allocationProcess')({
  ...entityRoute('allocation'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
