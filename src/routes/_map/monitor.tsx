// Monitor wall (监控).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/monitor')({ staticData: { built: false } })
