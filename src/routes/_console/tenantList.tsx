// Tenants (租户管理).
import { createFileRoute } from '@tanstack/react-router'
import { tenantView } from '../../features/admin/tenant.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/tenantList')({
  ...listRoute(async () => (await import('../../domain/access/access.ts')).tenant),
  component: () => <ListPage view={tenantView} />,
})
