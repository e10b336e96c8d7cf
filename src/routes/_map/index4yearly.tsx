// Annual inspection (年检).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_map/index4yearly')({
  ...entityRoute('inspection'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
