// Alarm log (报警).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/AlarmHistorytc')({ staticData: { built: false } })
