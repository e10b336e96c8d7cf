// Leave (请假).
import { createFileRoute } from '@tanstack/react-router'
import { LeavePage } from '../../features/leave/leave-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/leave')({
  ...listRoute(async () => (await import('../../domain/leave/leave-request.ts')).leaveRequest),
  component: () => <LeavePage search={Route.useSearch()} />,
})
