// Users (用户管理).
import { createFileRoute } from '@tanstack/react-router'
import { userView } from '../../features/admin/user.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/userList')({
  ...listRoute(async () => (await import('../../domain/access/access.ts')).user),
  component: () => <ListPage view={userView} />,
})
