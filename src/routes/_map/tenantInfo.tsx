// Tenant information (租户信息).
import { createFileRoute } from '@tanstack/react-router'
import { TenantInfoPage } from '../../features/admin/tenant-info-page.tsx'

export const Route = createFileRoute('/_map/tenantInfo')({ component: () => <TenantInfoPage /> })
