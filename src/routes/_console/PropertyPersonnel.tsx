// Property staff (物业人员).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/PropertyPersonnel')({
  ...entityRoute('propertyStaff'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
