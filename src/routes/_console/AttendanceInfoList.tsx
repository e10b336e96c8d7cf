// Attendance records (考勤记录).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AttendanceInfoList')({ staticData: { built: false } })
