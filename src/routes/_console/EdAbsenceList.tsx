// Absence report (缺勤统计).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/EdAbsenceList')({ staticData: { built: false } })
