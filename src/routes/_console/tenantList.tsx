// Tenants (租户管理).
import { createFileRoute } from '@tanstack/react-router'
import { tenant } from '../../domain/access/access.ts'
import { tenantView } from '../../features/admin/tenant.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/tenantList')({
  ...listRoute(tenant),
  component: () => <ListPage view={tenantView} />,
})
