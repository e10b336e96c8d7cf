// Absence report (缺勤统计).
import { createFileRoute } from '@tanstack/react-router'
import { FaultsPage } from '../../features/attendance/faults-page.tsx'

export const Route = createFileRoute('/_console/EdAbsenceList')({
  component: () => <FaultsPage kind="absent" search={Route.useSearch()} />,
})
