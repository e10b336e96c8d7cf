// Download tasks (下载任务).
import { createFileRoute } from '@tanstack/react-router'
import { task } from '../../domain/task/task.ts'
import { taskView } from '../../features/reports/task.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/DownloadTask')({
  ...listRoute(task),
  component: () => <ListPage view={taskView} />,
})
