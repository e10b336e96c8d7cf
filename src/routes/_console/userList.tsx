// Users (用户管理).
import { createFileRoute } from '@tanstack/react-router'
import { user } from '../../domain/access/access.ts'
import { userView } from '../../features/admin/user.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/userList')({
  ...listRoute(user),
  component: () => <ListPage view={userView} />,
})
