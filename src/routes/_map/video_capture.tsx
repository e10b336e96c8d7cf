// Video capture (视频抓拍).
import { createFileRoute } from '@tanstack/react-router'
import { CaptureScreen } from '../../app/video-screens.tsx'

export const Route = createFileRoute('/_map/video_capture')({ component: () => <CaptureScreen /> })
