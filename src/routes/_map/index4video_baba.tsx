// Site video wall (工地视频墙).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4video_baba')({ staticData: { built: false } })
