// Announcement approval (公告审批).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ApprovalsPage } from '../../features/approvals/approvals-page.tsx'
import { readQueueSearch } from '../../features/approvals/queue-search.ts'

export const Route = createFileRoute('/_console/AuditNotice')({
  ...entityRoute('approvalCase'),
  component: () => (
    <ApprovalsPage
      kind="announcement"
      view={Route.useLoaderData()}
      search={readQueueSearch(Route.useSearch())}
    />
  ),
})
