// Property companies (物业公司).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { CompanyPage } from '../../features/community/company-page.tsx'

export const Route = createFileRoute('/_console/Manag')({
  ...entityRoute('propertyCompany'),
  component: () => <CompanyPage view={Route.useLoaderData()} search={Route.useSearch()} />,
})
