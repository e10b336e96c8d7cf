// Video (视频).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/vedio')({ staticData: { built: false } })
