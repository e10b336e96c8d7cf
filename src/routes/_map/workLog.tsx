// Work log (工作日志).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/workLog')({ staticData: { built: false } })
