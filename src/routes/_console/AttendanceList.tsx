// Attendance settings (考勤设置).
import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../features/attendance/settings-page.tsx'

export const Route = createFileRoute('/_console/AttendanceList')({
  component: () => <SettingsPage search={Route.useSearch()} />,
})
