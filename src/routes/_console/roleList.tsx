// Roles (角色管理).
import { createFileRoute } from '@tanstack/react-router'
import { roleView } from '../../features/admin/role.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/roleList')({
  ...listRoute(async () => (await import('../../domain/access/access.ts')).role),
  component: () => <ListPage view={roleView} />,
})
