// Buildings (楼栋管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { BuildingPage } from '../../features/community/building-page.tsx'

export const Route = createFileRoute('/_console/buildingManagement')({
  ...entityRoute('building'),
  component: () => <BuildingPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
