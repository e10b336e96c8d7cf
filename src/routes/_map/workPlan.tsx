// Work plans (工作计划).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { PlanPage } from '../../features/site/plan-page.tsx'

export const Route = createFileRoute('/_map/workPlan')({
  ...entityRoute('workPlan'),
  component: () => <PlanPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
