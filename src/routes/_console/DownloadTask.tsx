// Download tasks (下载任务).
import { createFileRoute } from '@tanstack/react-router'
import { taskView } from '../../features/reports/task.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/DownloadTask')({
  ...listRoute(async () => (await import('../../domain/task/task.ts')).task),
  component: () => <ListPage view={taskView} />,
})
