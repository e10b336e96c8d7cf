// Attendance on site (考勤).
import { createFileRoute } from '@tanstack/react-router'
import { PunchMapPage } from '../../features/attendance/punch-map-page.tsx'

export const Route = createFileRoute('/_map/attendance')({
  component: () => <PunchMapPage />,
})
