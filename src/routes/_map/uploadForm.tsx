// Upload (上传).
import { createFileRoute } from '@tanstack/react-router'
import { UploadPage } from '../../features/media/upload-page.tsx'

export const Route = createFileRoute('/_map/uploadForm')({
  component: () => <UploadPage />,
})
