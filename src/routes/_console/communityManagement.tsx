// Communities (小区管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/communityManagement')({ staticData: { built: false } })
