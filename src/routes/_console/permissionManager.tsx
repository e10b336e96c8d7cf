// Permission resources (资源管理).
import { createFileRoute } from '@tanstack/react-router'
import { ResourcePage } from '../../features/admin/resource-page.tsx'

export const Route = createFileRoute('/_console/permissionManager')({
  component: () => <ResourcePage />,
})
