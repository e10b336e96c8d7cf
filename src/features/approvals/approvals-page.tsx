// The approvers' pages: what waits for the person, or the list of all cases that they may see.
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ApprovalKind } from '../../domain/approval/kinds.ts'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { QueuePage } from './queue-page.tsx'
import type { QueueSearch } from './queue-search.ts'

interface ApprovalsPageProps {
  view: View
  search: QueueSearch
  kind?: ApprovalKind
}

export function ApprovalsPage({ view, search, kind }: ApprovalsPageProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  if (search.all) return <ListPage view={view} />
  return (
    <QueuePage
      title={kind === 'announcement' ? t`Announcements to approve` : t`Waiting for your approval`}
      {...(kind && { kind })}
      named={search.case}
      onName={id => void navigate({ to: '.', search: { case: id }, replace: true })}
      all="#/approvals?all=1"
    />
  )
}
