// Download tasks (下载任务).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ListPage } from '../../resource/list-page.tsx'

export const Route = createFileRoute('/_console/DownloadTask')({
  ...entityRoute('task'),
  component: () => <ListPage view={Route.useLoaderData()} />,
})
