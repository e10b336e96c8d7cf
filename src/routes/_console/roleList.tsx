// Roles (角色管理).
import { createFileRoute } from '@tanstack/react-router'
import { role } from '../../domain/access/access.ts'
import { roleView } from '../../features/admin/role.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/roleList')({
  ...listRoute(role),
  component: () => <ListPage view={roleView} />,
})
