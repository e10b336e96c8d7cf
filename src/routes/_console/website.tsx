// The tenant's own site (官网设置).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/website')({
  ...entityRoute('website'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
