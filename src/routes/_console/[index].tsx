// City dashboard (城市总览).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/index')({ staticData: { built: false } })
