// Attendance records (考勤记录).
import { createFileRoute } from '@tanstack/react-router'
import { RecordsPage } from '../../features/attendance/records-page.tsx'

export const Route = createFileRoute('/_console/AttendanceInfoList')({
  component: () => <RecordsPage search={Route.useSearch()} />,
})
