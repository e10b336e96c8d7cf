// Roles (角色管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/roleList')({ staticData: { built: false } })
