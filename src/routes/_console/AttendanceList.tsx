// Attendance settings (考勤设置).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AttendanceList')({ staticData: { built: false } })
