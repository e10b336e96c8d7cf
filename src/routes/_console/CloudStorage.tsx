// Cloud storage (云存储).
import { createFileRoute } from '@tanstack/react-router'
import { storedFile } from '../../domain/file/stored-file.ts'
import { storedFileView } from '../../features/media/stored-file.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/CloudStorage')({
  ...listRoute(storedFile),
  component: () => <ListPage view={storedFileView} />,
})
