// Videos (视频管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/videoManage')({ staticData: { built: false } })
