// Attendance on site (考勤).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/attendance')({ staticData: { built: false } })
