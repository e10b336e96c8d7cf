// Recorder video (执法视频).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/jzvideo')({ staticData: { built: false } })
