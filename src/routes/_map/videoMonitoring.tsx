// Video monitoring (视频监控).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/videoMonitoring')({ staticData: { built: false } })
