// Management hub (综合管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/management1')({ staticData: { built: false } })
