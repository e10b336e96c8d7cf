// Permission resources (资源管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/permissionManager')({ staticData: { built: false } })
