// Download tasks (下载任务), and background jobs as a tab of theirs.
import { createFileRoute } from '@tanstack/react-router'
import { TasksPage } from '../../features/reports/tasks-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/DownloadTask')({
  ...listRoute(
    async () => (await import('../../domain/task/task.ts')).task,
    async () => (await import('../../features/reports/task-search.ts')).taskQuery,
  ),
  component: () => <TasksPage search={Route.useSearch()} />,
})
