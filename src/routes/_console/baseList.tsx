// Base stations (基站列表).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/baseList')({
  ...entityRoute('baseStation'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
