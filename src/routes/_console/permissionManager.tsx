// Permission resources (资源管理).
import { createFileRoute } from '@tanstack/react-router'
import { resource } from '../../domain/access/access.ts'
import { ResourcePage } from '../../features/admin/resource-page.tsx'
import { listRoute } from '../../resource/query.ts'

const { validateSearch } = listRoute(resource)

export const Route = createFileRoute('/_console/permissionManager')({
  validateSearch,
  component: () => <ResourcePage />,
})
