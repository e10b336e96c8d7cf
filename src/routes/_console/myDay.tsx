// My day (我的一天).
import { createFileRoute } from '@tanstack/react-router'
import { MyDayPage } from '../../features/duty/my-day-page.tsx'

export const Route = createFileRoute('/_console/myDay')({ component: MyDayPage })
