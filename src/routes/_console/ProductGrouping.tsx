// Device groups (设备分组).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/ProductGrouping')({
  ...entityRoute('deviceGroup'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
