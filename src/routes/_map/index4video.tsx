// Site video (工地视频).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4video')({ staticData: { built: false } })
