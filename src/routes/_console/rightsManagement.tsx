// Door rights, access events, call log (门禁权限).
import { createFileRoute } from '@tanstack/react-router'
import { RightsPage } from '../../features/doors/rights-page.tsx'

export const Route = createFileRoute('/_console/rightsManagement')({
  component: () => <RightsPage search={Route.useSearch()} />,
})
