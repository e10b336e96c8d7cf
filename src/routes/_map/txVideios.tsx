// Video calls (视频通话).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/txVideios')({ staticData: { built: false } })
