// My month (我的考勤).
import { createFileRoute } from '@tanstack/react-router'
import { MyMonthPage } from '../../features/attendance/my-month-page.tsx'

export const Route = createFileRoute('/_console/myMonth')({
  component: () => <MyMonthPage />,
})
