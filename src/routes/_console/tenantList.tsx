// Tenants (租户管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/tenantList')({ staticData: { built: false } })
