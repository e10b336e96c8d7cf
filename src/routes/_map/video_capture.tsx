// Video capture (视频抓拍).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/video_capture')({ staticData: { built: false } })
