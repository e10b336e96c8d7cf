// Tenant information (租户信息).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/tenantInfo')({ staticData: { built: false } })
