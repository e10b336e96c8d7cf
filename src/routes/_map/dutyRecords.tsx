// Duty records (值班记录).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/dutyRecords')({
  ...entityRoute('dutyRecord'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
