// Late and early-leave report (迟到早退).
import { createFileRoute } from '@tanstack/react-router'
import { FaultsPage } from '../../features/attendance/faults-page.tsx'

export const Route = createFileRoute('/_console/EdAttendanceInfoList')({
  component: () => <FaultsPage kind="unpunctual" search={Route.useSearch()} />,
})
