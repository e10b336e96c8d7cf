// Alarm statistics (报警统计).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/alarmTongji')({ staticData: { built: false } })
