// Download tasks (下载任务).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/DownloadTask')({ staticData: { built: false } })
