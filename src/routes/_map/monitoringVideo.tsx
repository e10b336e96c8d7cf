// Monitoring playback (监控回放).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/monitoringVideo')({ staticData: { built: false } })
