// Late and early-leave report (迟到早退).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/EdAttendanceInfoList')({ staticData: { built: false } })
