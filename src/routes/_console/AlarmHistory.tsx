// Alarm log (报警记录).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AlarmHistory')({ staticData: { built: false } })
