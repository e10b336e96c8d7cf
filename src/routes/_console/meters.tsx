// Meters (水电表).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { MetersPage } from '../../features/fees/meters-page.tsx'

export const Route = createFileRoute('/_console/meters')({
  ...entityRoute('meter'),
  component: () => <MetersPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
