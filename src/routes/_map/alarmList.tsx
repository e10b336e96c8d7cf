// Live alarms (实时报警).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/alarmList')({ staticData: { built: false } })
