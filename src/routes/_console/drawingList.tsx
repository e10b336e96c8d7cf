// Drawings (图纸库).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/drawingList')({
  ...entityRoute('drawing'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
