// Approval nodes (审批节点).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/approvalFlows')({
  ...entityRoute('approvalFlow'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
