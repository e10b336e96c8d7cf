// Cloud storage (云存储).
import { createFileRoute } from '@tanstack/react-router'
import { storedFileView } from '../../features/media/stored-file.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/CloudStorage')({
  ...listRoute(async () => (await import('../../domain/file/stored-file.ts')).storedFile),
  component: () => <ListPage view={storedFileView} />,
})
