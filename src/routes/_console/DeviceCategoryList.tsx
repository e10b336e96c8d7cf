// Device categories (设备分类).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/DeviceCategoryList')({
  ...entityRoute('deviceCategory'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
