// Track (轨迹).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/track')({ staticData: { built: false } })
