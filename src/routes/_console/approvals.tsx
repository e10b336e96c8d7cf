// Approvals (待我审批): what waits for the person, and all cases.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ApprovalsPage } from '../../features/approvals/approvals-page.tsx'
import { readQueueSearch } from '../../features/approvals/queue-search.ts'

export const Route = createFileRoute('/_console/approvals')({
  ...entityRoute('approvalCase'),
  component: () => <ApprovalsPage view={Route.useLoaderData()} search={readQueueSearch(Route.useSearch())} />,
})
